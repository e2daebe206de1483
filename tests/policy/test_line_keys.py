from __future__ import annotations

import pytest

from policy.line_keys import line_key
from policy.rule_patterns import ShellPattern, Use
from policy.rule_spelling import pattern_of
from policy.shell.reader import read
from policy.shell.words import Line


def key(text: str) -> str:
    line = read(text)
    assert isinstance(line, Line)
    return line_key(line)


@pytest.mark.parametrize(
    ("text", "wanted"),
    (
        ("git push origin main", "Bash(git push:*)"),
        ("git 'push'", ""),
        ("make deploy", "Bash(make deploy:*)"),
        ("npm run build", "Bash(npm run build:*)"),
        ("npm run", ""),
        ("docker compose up -d", "Bash(docker compose up:*)"),
        ("gh pr list", "Bash(gh pr list:*)"),
        ("gcloud compute instances list", "Bash(gcloud compute instances list:*)"),
        ("kubectl get pods", "Bash(kubectl get:*)"),
        ("kubectl rollout status x", "Bash(kubectl rollout status:*)"),
        ("make", ""),
        ("git -C x push", ""),
        ("rm -rf build", ""),
        ("./deploy.sh now", ""),
        ("cat README.md", ""),
        ("X=1 git push", ""),
        ("git pus? x", ""),
        ("git push; git pull", ""),
    ),
)
def test_a_line_yields_the_words_that_say_what_it_does(text: str, wanted: str) -> None:
    """Program and subcommand; nothing where no such words stand at its beginning."""
    assert key(text) == wanted


@pytest.mark.parametrize("text", ("git push", "docker compose up", "npm run test-unit"))
def test_a_key_is_a_pattern_that_an_operator_could_write(text: str) -> None:
    """A grant means what its text says."""
    assert isinstance(pattern_of(key(text), Use.ALLOW), ShellPattern)
