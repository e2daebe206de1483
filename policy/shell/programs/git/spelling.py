"""Options that git's commands share, by what they take."""

from __future__ import annotations

# What every diff takes. Left out: `--output`, which writes; `--ext-diff` and `--textconv`, which
# run programs; `-O`, which reads a file; `--no-index`, which reads outside of the repository.
DIFF_LETTERS = "pusRzabwW"
DIFF_FLAGS = (
    "--patch --no-patch --raw --patch-with-raw --patch-with-stat --minimal --patience --histogram"
    " --numstat --shortstat --summary --compact-summary --name-only --name-status --check"
    " --full-index --binary --no-renames --rename-empty --no-rename-empty --pickaxe-all"
    " --pickaxe-regex --text --ignore-cr-at-eol --ignore-space-at-eol --ignore-space-change"
    " --ignore-all-space --ignore-blank-lines --function-context --exit-code --quiet --no-ext-diff"
    " --no-textconv --no-color --no-prefix --no-relative --no-color-moved --indent-heuristic"
    " --no-indent-heuristic --ita-invisible-in-index --find-copies-harder --default-prefix"
)
DIFF_VALUES = (
    "-G -S -l -I --diff-filter --word-diff-regex --inter-hunk-context --src-prefix --dst-prefix"
    " --line-prefix --diff-algorithm --anchored --stat-width --stat-name-width --stat-graph-width"
    " --stat-count --ws-error-highlight --find-object --ignore-matching-lines"
)
DIFF_ATTACHED = (
    "-U -M -C -B -D -X --unified --stat --dirstat --cumulative --find-renames --find-copies"
    " --break-rewrites --color --color-words --color-moved --color-moved-ws --word-diff --abbrev"
    " --relative --ignore-submodules --submodule --irreversible-delete"
)
# What walks along commits. Left out: `--show-signature`, which runs gpg; `--stdin`.
LOG_LETTERS = "iEFPgcmt"
LOG_FLAGS = (
    "--all --graph --oneline --reverse --merges --no-merges --first-parent --topo-order"
    " --date-order --author-date-order --left-right --left-only --right-only --cherry-pick"
    " --cherry-mark --cherry --boundary --simplify-by-decoration --full-history --dense --sparse"
    " --simplify-merges --source --walk-reflogs --follow --regexp-ignore-case --extended-regexp"
    " --fixed-strings --perl-regexp --basic-regexp --all-match --invert-grep --abbrev-commit"
    " --no-abbrev-commit --parents --children --relative-date --no-decorate --no-notes"
    " --mailmap --use-mailmap --no-mailmap --cc --no-diff-merges --count --objects --no-expand-tabs"
    " --clear-decorations --no-show-signature --no-graph --show-pulls --reflog --merge --timestamp"
    " --date-order --ignore-missing --log-size --dd"
)
LOG_VALUES = (
    "-n --max-count --skip --since --after --until --before --author --committer --grep"
    " --grep-reflog --date --decorate-refs --decorate-refs-exclude"
    " --glob --exclude --encoding -L"
)
LOG_ATTACHED = (
    "--pretty --format --decorate --branches --tags --remotes --no-walk --notes --show-notes"
    " --diff-merges --ancestry-path --expand-tabs --abbrev"
    " --min-parents --max-parents"
)
