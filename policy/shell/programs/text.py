"""Filters: text in, text out to standard output."""

from __future__ import annotations

from policy.shell.options import CONTENTS, TEXT, Kind, Operands, Program, program

PROGRAMS: dict[str, Program] = {
    "cut": program(
        "cuts columns out of lines",
        "snz",
        flags="--complement --only-delimited --zero-terminated",
        values="-d -f -c -b --delimiter --fields --characters --bytes --output-delimiter",
        operands=CONTENTS,
        globs=True,
    ),
    "tr": program(
        "changes characters of its input; it opens no file",
        "cCdst",
        flags="--complement --delete --squeeze-repeats --truncate-set1",
        operands=TEXT,
        globs=True,
    ),
    "sort": program(
        "sorts lines; output files (`-o`), temporary folders (`-T`), compressors, name lists"
        " and random sources are left out",
        "bdfghinMRrVcCmsuz",
        flags="--ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort"
        " --human-numeric-sort --month-sort --numeric-sort --random-sort --reverse --version-sort"
        " --merge --stable --unique --zero-terminated",
        values="-k -t -S --key --field-separator --buffer-size --parallel --sort",
        attached="--check",
        operands=CONTENTS,
    ),
    "uniq": program(
        "drops repeated lines; a second file would be written, and options after the first operand"
        " are files to some systems",
        "cdDiuz",
        flags="--count --repeated --ignore-case --unique --zero-terminated",
        values="-f -s -w --skip-fields --skip-chars --check-chars",
        attached="--all-repeated --group",
        operands=Operands(Kind.CONTENTS, most=1),
        first=True,
    ),
    "comm": program(
        "compares sorted files",
        "123iz",
        flags="--check-order --nocheck-order --total --zero-terminated",
        values="--output-delimiter",
        operands=Operands(Kind.CONTENTS, most=2),
    ),
    "join": program(
        "joins sorted files",
        "iz",
        flags="--check-order --nocheck-order --header --ignore-case --zero-terminated",
        values="-1 -2 -j -a -v -e -o -t",
        operands=Operands(Kind.CONTENTS, most=2),
    ),
    "paste": program(
        "puts lines side by side",
        "sz",
        flags="--serial --zero-terminated",
        values="-d --delimiters",
        operands=CONTENTS,
        globs=True,
    ),
    "fold": program(
        "wraps lines",
        "bs",
        flags="--bytes --spaces",
        values="-w --width",
        operands=CONTENTS,
        globs=True,
    ),
    "fmt": program(
        "wraps paragraphs",
        "cstu",
        flags="--crown-margin --split-only --tagged-paragraph --uniform-spacing",
        values="-w -p -g --width --prefix --goal",
        operands=CONTENTS,
        globs=True,
    ),
    **dict.fromkeys(
        ("expand", "unexpand"),
        program(
            "changes tabs and blanks",
            "ai",
            flags="--initial --all --first-only",
            values="-t --tabs",
            operands=CONTENTS,
            globs=True,
        ),
    ),
    "nl": program(
        "numbers lines",
        "p",
        flags="--no-renumber",
        values="-b -d -f -h -i -l -n -s -v -w --body-numbering --number-format --number-width"
        " --number-separator --starting-line-number",
        operands=CONTENTS,
        globs=True,
    ),
    "rev": program("turns lines around", operands=CONTENTS, globs=True),
    "column": program(
        "sets lines in columns; `-o` is a separator, and no option writes",
        "txenJd",
        flags="--table --json --fillrows --table-noheadings",
        values="-s -o -c -N -R -H -W -T -l --separator --output-separator --table-columns"
        " --table-right --table-hide",
        operands=CONTENTS,
        globs=True,
    ),
    "seq": program(
        "counts: it opens no file",
        "w",
        flags="--equal-width",
        values="-s -f --separator --format",
        operands=Operands(Kind.TEXT, most=3),
        numbers=True,
    ),
    "shuf": program(
        "shuffles lines; output files (`-o`) and random sources are left out, and so is the endless"
        " `-r`",
        "ez",
        flags="--echo --zero-terminated",
        values="-n -i --head-count --input-range",
        operands=CONTENTS,
    ),
    **dict.fromkeys(
        ("base64", "base32"),
        program(
            "encodes to standard output; `-o` writes on some systems",
            "dDi",
            flags="--decode --ignore-garbage",
            values="-w --wrap",
            operands=Operands(Kind.CONTENTS, most=1),
        ),
    ),
    "iconv": program(
        "converts the encoding of text; `-o` is left out",
        "cl",
        flags="--list",
        values="-f -t --from-code --to-code",
        operands=CONTENTS,
    ),
    "tsort": program("sorts what depends on what", operands=Operands(Kind.CONTENTS, most=1)),
}
