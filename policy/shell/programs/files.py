"""Programs that show files, or what is known about them."""

from __future__ import annotations

from policy.shell.options import CONTENTS, NAMES, TEXT, Kind, Operands, Program, Use, program
from policy.shell.words import shown

_SUMS = "prints a checksum; `-c` is left out: it reads a list of names that is not on the line"
_SUM = program(
    _SUMS, "btz", flags="--binary --text --zero --tag", values="-a", operands=NAMES, globs=True
)


def _no_startup_command(use: Use) -> str:
    """A pager runs what follows a `+`, and `bat cache` writes."""
    for text in use.texts:
        if text.startswith("+") or text == "cache":
            return f"{shown(text)}: a command to the program, not a file"
    return ""


PROGRAMS: dict[str, Program] = {
    "ls": program(
        "lists names; it writes nothing under any option",
        "aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1",
        flags="--all --almost-all --author --classify --directory --dereference --full-time"
        " --group-directories-first --human-readable --inode --no-group --numeric-uid-gid"
        " --recursive --reverse --si --size --escape --literal --quote-name --file-type --context"
        " --ignore-backups --zero",
        values="-I -w --ignore --hide --width --block-size --sort --time --time-style --format"
        " --indicator-style --quoting-style",
        attached="--color --hyperlink",
        operands=NAMES,
        globs=True,
    ),
    "cat": program(
        "prints files; it writes nothing under any option",
        "AbeEnstTuv",
        flags="--number --number-nonblank --show-all --show-ends --show-tabs --show-nonprinting"
        " --squeeze-blank",
        operands=CONTENTS,
        globs=True,
    ),
    "tac": program(
        "prints a file backwards",
        "br",
        flags="--before --regex",
        values="-s --separator",
        operands=CONTENTS,
        globs=True,
    ),
    "head": program(
        "prints the beginning of files",
        "qvz",
        flags="--quiet --silent --verbose --zero-terminated",
        values="-n -c --lines --bytes",
        operands=CONTENTS,
        numbers=True,
        globs=True,
    ),
    "tail": program(
        "prints the end of files; following one (`-f`) is left out: it never ends",
        "qvz",
        flags="--quiet --silent --verbose --zero-terminated",
        values="-n -c --lines --bytes",
        operands=CONTENTS,
        numbers=True,
        globs=True,
    ),
    "less": program(
        "shows a file; a log file (`-o`), a key file (`-k`) and `+command` are left out",
        "NSRiInXFEeMmrsw",
        flags="--no-init --RAW-CONTROL-CHARS --LINE-NUMBERS --chop-long-lines --ignore-case"
        " --quit-if-one-screen --quit-at-eof",
        operands=CONTENTS,
        check=_no_startup_command,
    ),
    "more": program(
        "shows a file; `+command` is left out",
        "dlfpcsu",
        operands=CONTENTS,
        check=_no_startup_command,
    ),
    "bat": program(
        "shows a file in colours; naming a pager and building its cache are left out",
        "pnAPu",
        flags="--plain --number --show-all --no-pager",
        values="-l -r -H --language --line-range --highlight-line --style --color --paging"
        " --theme --wrap --tabs --decorations --terminal-width",
        operands=CONTENTS,
        check=_no_startup_command,
    ),
    "wc": program(
        "counts; `--files0-from` is left out: it reads names that are not on the line",
        "clmwL",
        flags="--bytes --chars --lines --words --max-line-length",
        operands=CONTENTS,
        globs=True,
    ),
    "stat": program(
        "shows a file's attributes",
        "fLtx",
        flags="--dereference --file-system --terse",
        values="-c --format --printf",
        operands=NAMES,
        globs=True,
    ),
    "file": program(
        "tells a file's kind; compiling magic (`-C`), name lists (`-f`), magic files (`-m`),"
        " restoring times (`-p`) and running decompressors (`-z`) are left out",
        "bhiLNkrE0",
        flags="--brief --mime --mime-type --mime-encoding --dereference --no-dereference"
        " --extension --keep-going --raw --no-pad --print0",
        values="-F --separator",
        operands=NAMES,
    ),
    "du": program(
        "sums up sizes; `--files0-from` is left out: it reads names that are not on the line",
        "abchHklLmsSx0D",
        flags="--all --apparent-size --bytes --total --human-readable --si --summarize"
        " --one-file-system --separate-dirs --inodes --dereference --count-links --null",
        values="-d -t -B --max-depth --threshold --block-size --exclude",
        attached="--time",
        paths="-X --exclude-from",
        operands=NAMES,
        globs=True,
    ),
    "df": program(
        "shows free space; `--sync` is left out: it writes buffers back",
        "ahHikTPlm",
        flags="--all --human-readable --si --inodes --local --portability --print-type --total"
        " --no-sync",
        values="-t -x -B --type --exclude-type --block-size",
        attached="--output",
        operands=NAMES,
    ),
    "readlink": program(
        "prints where a link leads",
        "femnqsvz",
        flags="--canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet"
        " --silent --verbose --zero",
        operands=NAMES,
        globs=True,
    ),
    "realpath": program(
        "prints a path without links",
        "emLPsqz",
        flags="--canonicalize-existing --canonicalize-missing --logical --physical --quiet"
        " --no-symlinks --strip --zero",
        values="--relative-to --relative-base",
        operands=NAMES,
        globs=True,
    ),
    "basename": program(
        "cuts a name out of a path: text alone",
        "az",
        flags="--multiple --zero",
        values="-s --suffix",
        operands=TEXT,
        globs=True,
    ),
    "dirname": program(
        "cuts a folder out of a path: text alone", "z", flags="--zero", operands=TEXT, globs=True
    ),
    **dict.fromkeys(
        ("md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum"), _SUM
    ),
    **dict.fromkeys(
        ("shasum", "cksum", "sum", "md5"), program(_SUMS, "bpqrt", values="-a", operands=NAMES)
    ),
    "diff": program(
        "compares files; paging through `pr` (`-l`) is left out: it runs a program",
        "abBcdeEiHnNpqrstTuwyZ",
        flags="--brief --recursive --new-file --side-by-side --ignore-case --ignore-all-space"
        " --ignore-space-change --ignore-blank-lines --ignore-trailing-space --minimal"
        " --suppress-common-lines --report-identical-files --text --strip-trailing-cr --ed"
        " --no-dereference --show-c-function --expand-tabs --left-column --normal --rcs"
        " --speed-large-files --unidirectional-new-file",
        values="-U -C -W -x -I -F -L --exclude --width --label --ignore-matching-lines"
        " --show-function-line --tabsize --horizon-lines",
        attached="--unified --context --color",
        paths="-X --exclude-from",
        deep="-r --recursive",
        operands=Operands(Kind.CONTENTS, most=2),
    ),
    "cmp": program(
        "compares two files byte by byte",
        "bls",
        flags="--print-bytes --verbose --quiet --silent",
        values="-i -n --ignore-initial --bytes",
        operands=Operands(Kind.CONTENTS, most=4),
    ),
    "tree": program(
        "lists names as a tree; output files (`-o`), `-R` (writes 00Tree.html) and reading info"
        " files are left out",
        "adfilpsugDhFrtUcnCNQqxASvJX",
        flags="--dirsfirst --filesfirst --noreport --du --si --gitignore --prune --matchdirs"
        " --inodes --device --ignore-case",
        values="-L -P -I",
        attached="--charset --filelimit --sort --timefmt",
        operands=NAMES,
    ),
    "od": program(
        "prints bytes as numbers",
        "abcdfhilosvx",
        flags="--output-duplicates --traditional",
        values="-A -t -N -j --address-radix --format --read-bytes --skip-bytes",
        attached="-w --width",
        operands=CONTENTS,
        globs=True,
    ),
    "xxd": program(
        "prints bytes as numbers; a second file would be written, and its options do not bundle",
        flags="-a -b -e -i -p -ps -plain -u -E -C",
        values="-c -cols -g -groupsize -l -len -s -seek -o -n",
        words=True,
        operands=Operands(Kind.CONTENTS, most=1),
    ),
    **dict.fromkeys(
        ("hexdump", "hd"),
        program(
            "prints bytes as numbers; reading the format from a file (`-f`) is left out",
            "bcCdovx",
            values="-n -s",
            operands=CONTENTS,
            globs=True,
        ),
    ),
    "strings": program(
        "prints what is text in a file",
        "afw",
        flags="--all --print-file-name",
        values="-n -t -e -s --bytes --radix --encoding",
        operands=CONTENTS,
        numbers=True,
        globs=True,
    ),
    "nm": program("lists a program's symbols", "aACDgnprSu", flags="--demangle", operands=NAMES),
    "readelf": program(
        "shows the headers of a program", "aAdehlnrsSuVW", flags="--wide", operands=NAMES
    ),
    "size": program("shows the sizes of a program's parts", "ABd", operands=NAMES),
}
