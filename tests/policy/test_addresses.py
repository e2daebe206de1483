from __future__ import annotations

from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.addresses import Place, is_web_address, place_of
from policy.spelling import MAX_NAME


@pytest.mark.parametrize(
    "text",
    (
        "http://169.254.169.254/latest/meta-data/",
        "169.254.169.254",
        "169.254.169.254:80/latest",
        "//169.254.169.254/latest",
        "http://169.254.169.254./",
        "HTTP://169.254.169.254",
        "http:169.254.169.254",
        "http:/169.254.169.254",
        "http:\\\\169.254.169.254\\latest",
        "http://169.254.\n169.254/",
        "http://169.254.\t169.254/",
        "http://user:word@169.254.169.254/",
        "http://example.com@169.254.169.254/",
        "http://a@b@169.254.169.254/",
        "http://169.254.169.254?x=1",
        "http://169.254.169.254#x",
        "http://2852039166/",
        "http://0xa9fea9fe/",
        "http://0xA9.0xFE.0xA9.0xFE/",
        "http://0251.0376.0251.0376/",
        "http://0251.254.0xa9.254/",
        "http://00000000000000000251.0376.0251.0376/",
        "http://025177403600/",
        "http://169.254.43518/",
        "http://169.16689662/",
        "http://025177524776/",
        "http://%31%36%39.254.169.254/",
        "http://１６９.２５４.１６９.２５４/",
        "http://169。254。169。254/",
        "http://[::ffff:169.254.169.254]/",
        "http://[::ffff:a9fe:a9fe]:80/",
        "http://[::a9fe:a9fe]/",
        "http://[64:ff9b::a9fe:a9fe]/",
        "http://[2002:a9fe:a9fe::1]/",
        "http://[fd00:ec2::254]/",
        "http://[FD00:0EC2:0:0::254]/",
        "http://[fd00:ec2::254%25eth0]/",
        "http://[fd00:ec2::254%25a%25b]/",
        "fd00:ec2::254",
        "[fd00:ec2::254]",
        "http://169.254.170.2/v2/credentials",
        "http://169.254.170.23/",
        "http://100.100.100.200/",
        "http://168.63.129.16/",
        "http://192.0.0.192/",
        "http://metadata.google.internal/computeMetadata/v1/",
        "metadata.google.internal",
        "metadata.google.internal.",
        "http://metadata/computeMetadata/",
        "http://Metadata.Goog/",
        "http://instance-data/latest",
        "http://169.254.169.254.nip.io/",
        "http://x.169-254-169-254.sslip.io/",
        "http://a9fea9fe.nip.io/",
        "gopher://169.254.169.254/",
    ),
)
def test_a_metadata_service_is_known_in_every_spelling(text: str) -> None:
    """It hands out the machine's credentials to whoever can make it a request."""
    assert place_of(text) is Place.METADATA


@pytest.mark.parametrize(
    "text",
    (
        "http://localhost:8080/",
        "http://127.0.0.1/",
        "http://127.1/",
        "http://0/",
        "http://0.0.0.0/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://[::1]/",
        "http://[::]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[fe80::1]/",
        "http://[fd12::1]/",
        "http://intranet/",
        "http://db.internal/",
        "http://printer.local/",
        "http://a.localhost/",
        "http://box.lan/",
        "http://127.0.0.1.nip.io/",
        "http://7f000001.nip.io/",
        "http://999.1.1.1.nip.io/",
        "http://x.localhost./",
    ),
)
def test_a_private_place_is_known(text: str) -> None:
    """What only this machine or its network reaches is not the open web."""
    assert place_of(text) is Place.PRIVATE


@pytest.mark.parametrize(
    "text",
    (
        "https://example.com/a?b=c",
        "https://example.com:8443/",
        "example.com",
        "http://8.8.8.8/",
        "http://[2606:4700::1111]/",
        "http://169.253.169.254/",
        "http://169.255.0.1/",
        "http://2852039166.example.com/",
        "http://256.254.169.254/",
        "http://169.254.169.510/",
        "http://169.254.169.254.example.com/",
        "http://a9fea9fe.example.com/",
        "http://metadata.example.com/",
        "http://0x1ffffffff.example/",
        "http://nip.io/",
        "a.md",
    ),
)
def test_other_addresses_lead_out(text: str) -> None:
    """A near miss is no hit."""
    assert place_of(text) is Place.PUBLIC


@pytest.mark.parametrize(
    "text",
    (
        "",
        "   ",
        "metadata",
        "metadata/x.json",
        "2852039166",
        "instance-data",
        "src/a.py",
        "/etc/hosts",
        "//",
        "http://",
        "read http://169.254.169.254/",
        "see 169.254.169.254 there",
        "http://a b.example/",
        "x" * (MAX_NAME + 1),
        "http://" + "1." * MAX_NAME,
    ),
)
def test_a_word_a_path_or_prose_is_no_address(text: str) -> None:
    """Without a scheme only what has dots or is an IPv6 address is taken for a host."""
    assert place_of(text) is None


@pytest.mark.parametrize(
    "text",
    (
        "http://1.2.3.4.5/",
        "http://1..2/",
        "http://0x/",
        "http://0xg.1/",
        "http://1.2.3.256/",
        "http://1.2.65536/",
        "http://1.16777216/",
        "http://4294967296/",
        "http://09.254.169.254.x/",
        "http://[::g]/",
        "http://[1:2:3:4:5:6:7:8:9]/",
    ),
)
def test_numbers_that_are_no_address_are_names(text: str) -> None:
    """They lead nowhere, and above all they raise nothing."""
    assert place_of(text) in {Place.PUBLIC, Place.PRIVATE}


@pytest.mark.parametrize("text", ("http://x", "s3://b/k", "data:,x", "mailto:a@b"))
def test_a_scheme_makes_a_web_address(text: str) -> None:
    """It is no path of this machine."""
    assert is_web_address(text)


@pytest.mark.parametrize(
    "text", ("file:///x", "c:/x", "/x", "x", "1http://x", ":x", "a b:c", "fd00:1")
)
def test_a_file_or_a_drive_is_no_web_address(text: str) -> None:
    """It is a path of this machine."""
    assert not is_web_address(text)


@given(st.integers(0, 2**32 - 1))
def test_all_spellings_of_an_address_lead_to_one_place(number: int) -> None:
    """Decimal, octal, hexadecimal, short and wrapped in IPv6."""
    a, b, c, d = IPv4Address(number).packed
    spellings = (
        str(number),
        hex(number),
        f"0{number:o}",
        f"{a}.{b}.{c}.{d}",
        f"0{a:o}.0{b:o}.0{c:o}.0{d:o}",
        f"0x{a:x}.{b}.0{c:o}.{d}",
        f"{a}.{b}.{(c << 8) + d}",
        f"{a}.{(b << 16) + (c << 8) + d}",
        f"[::ffff:{a}.{b}.{c}.{d}]",
        f"[64:ff9b::{a:02x}{b:02x}:{c:02x}{d:02x}]",
        f"[2002:{a:02x}{b:02x}:{c:02x}{d:02x}::]",
    )
    assert len({place_of(f"http://{spelling}/") for spelling in spellings}) == 1


@given(st.text())
def test_no_text_breaks_the_reading(text: str) -> None:
    """Whatever a model writes, there is an answer."""
    place_of(text)
    place_of("http://" + text)
