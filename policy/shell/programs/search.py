"""Programs that search text and names."""

from __future__ import annotations

from policy.shell.options import Kind, Operands, Program, program

_PATTERN = Operands(
    Kind.CONTENTS, least=0, texts=1, unless=frozenset({"-e", "-f", "--regexp", "--file"})
)
_GREP = program(
    "searches text; no option writes or runs anything",
    "abcEFGhHilLnoPqrRsTUvwxyzZI",
    flags="--basic-regexp --extended-regexp --fixed-strings --perl-regexp --ignore-case"
    " --no-ignore-case --invert-match --word-regexp --line-regexp --count --files-with-matches"
    " --files-without-match --only-matching --quiet --silent --no-messages --byte-offset"
    " --with-filename --no-filename --line-number --initial-tab --null --null-data --recursive"
    " --dereference-recursive --text --line-buffered",
    values="-e -m -A -B -C --regexp --max-count --after-context --before-context --context"
    " --include --exclude --exclude-dir --label --binary-files --group-separator",
    attached="--color --colour",
    paths="-f --file --exclude-from",
    deep="-r -R --recursive --dereference-recursive",
    operands=_PATTERN,
    numbers=True,
    globs=True,
)
_RG_PATTERN = Operands(
    Kind.CONTENTS,
    texts=1,
    unless=frozenset({"-e", "-f", "--regexp", "--file", "--files", "--type-list"}),
)
_FD = program(
    "lists names; running a program on each (`-x`, `-X`, and `-l`, which runs ls) is left out",
    "HIuasigLp01FqhV",
    flags="--hidden --no-ignore --no-ignore-vcs --unrestricted --case-sensitive --ignore-case"
    " --glob --regex --fixed-strings --absolute-path --follow --full-path --print0"
    " --one-file-system --quiet --strip-cwd-prefix --prune",
    values="-d -t -e -E -S -c -j --max-depth --min-depth --exact-depth --type --extension"
    " --exclude --size --changed-within --changed-before --color --max-results --threads --and",
    operands=Operands(Kind.NAMES, texts=1),
)

PROGRAMS: dict[str, Program] = {
    **dict.fromkeys(("grep", "egrep", "fgrep"), _GREP),
    "rg": program(
        "searches text; preprocessors (`--pre`), decompressors (`-z`) and `--hostname-bin` are left"
        " out: they run programs",
        "abcFhHiIlLnNopPqsSuUvVwx0.",
        flags="--files --type-list --hidden --no-ignore --no-ignore-vcs --no-ignore-parent"
        " --no-ignore-dot --no-ignore-global --no-config --ignore-case --smart-case"
        " --case-sensitive --fixed-strings --word-regexp --line-regexp --invert-match --count"
        " --count-matches --files-with-matches --files-without-match --only-matching --line-number"
        " --no-line-number --with-filename --no-filename --no-heading --heading --column"
        " --no-column --json --stats --null --multiline --multiline-dotall --pcre2 --text --follow"
        " --vimgrep --trim --passthru --quiet --pretty --unrestricted --glob-case-insensitive"
        " --no-messages --one-file-system --crlf --byte-offset --block-buffered --line-buffered"
        " --no-require-git --null-data --no-unicode --unicode --binary --max-columns-preview",
        values="-e -g -t -T -A -B -C -m -M -d -j -E -r --regexp --glob --iglob --type --type-not"
        " --type-add --after-context --before-context --context --max-count --max-columns"
        " --max-depth --max-filesize --threads --encoding --engine --replace --sort --sortr"
        " --color --colors --context-separator --field-match-separator --path-separator"
        " --field-context-separator --dfa-size-limit --regex-size-limit",
        paths="-f --file --ignore-file",
        deep="",
        operands=_RG_PATTERN,
    ),
    **dict.fromkeys(("fd", "fdfind"), _FD),
}
