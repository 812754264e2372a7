"""Web Push, e-mail and webhooks: what is sent, and where nothing is sent."""

import json
import smtplib
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from fake_push_service import FakePushSubscription, decode, encode, read_authorization
from receivers import HttpReceiver, MailReceiver, http_receiver, mail_receiver
from teahorse.server.turn_messages import safe_http
from teahorse.server.turn_messages.mail import MailServer, MailSettingError, is_mail_address, is_refused_for_good
from teahorse.server.turn_messages.message import Message
from teahorse.server.turn_messages.safe_http import AddressNotAllowed, SafeHttp
from teahorse.server.turn_messages.web_push import PushKeys, encrypt, new_server_key, public_key, request_headers
from teahorse.server.turn_messages.webhook import webhook_body

TURN = Message("Your turn", "Ann and *Bo* <3", "https://a.example/t/abc", "abc", "https://a.example/off", "Why this?")


@pytest.fixture
def receiver() -> Iterator[HttpReceiver]:
    with http_receiver() as receiver:
        yield receiver


@pytest.fixture
def mails() -> Iterator[MailReceiver]:
    with mail_receiver() as receiver:
        yield receiver


# --- Web Push -----------------------------------------------------------------------------------------


def test_the_example_of_rfc_8291_is_encrypted_to_the_letter() -> None:
    keys = PushKeys.from_text(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    sender = ec.derive_private_key(
        int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1()
    )
    body = encrypt(b"When I grow up, I want to be a watermelon", keys, sender, decode("DGv6ra1nlYgDCS1FRnbzlw"))
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6"
        "PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_itself_can_read_a_message() -> None:
    browser, other = FakePushSubscription(), FakePushSubscription()
    body = encrypt(b"Du bist dran", PushKeys.from_text(**browser.keys))
    assert browser.read(body).decode() == "Du bist dran"
    with pytest.raises(InvalidTag):
        other.read(body)
    assert encrypt(b"x", PushKeys.from_text(**browser.keys)) != encrypt(b"x", PushKeys.from_text(**browser.keys))


@pytest.mark.parametrize("p256dh, auth", [("AAAA", "AAAA"), ("", ""), ("B" * 87, "A" * 22), ("!", "?")])
def test_keys_that_no_browser_makes_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError):
        PushKeys.from_text(p256dh, auth)


def test_a_push_request_is_signed_for_the_push_service() -> None:
    server_key = new_server_key()
    headers = request_headers("https://push.example:8443/abc?d=1", server_key, "mailto:club@example.org", "table1")
    claims, key = read_authorization(headers["Authorization"])
    assert claims["aud"] == "https://push.example:8443" and claims["sub"] == "mailto:club@example.org"
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert key == public_key(server_key) and headers["Topic"] == "table1"


# --- Addresses ----------------------------------------------------------------------------------------

PRIVATE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1",
    "::ffff:8.8.8.8", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "nonsense",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_not_public(address: str) -> None:
    assert not safe_http.is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_public_addresses_are_public(address: str) -> None:
    assert safe_http.is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/hook", "https://127.0.0.1/", "https://localhost/", "https://printer/", "https://[::1]/",
        "https://10.0.0.1/", "https://example.org:22/", "https://me:secret@example.org/", "ftp://example.org/",
        "https://", "nonsense", "https://example.org:99999/", "https://exa\nmple.org/", "https://2130706433/",
        "https://a.example/" + "x" * 2000,
    ],
)  # fmt: skip
def test_a_person_can_t_enter_such_an_address(address: str) -> None:
    with pytest.raises(AddressNotAllowed):
        SafeHttp().check(address)


def test_a_public_address_can_be_entered() -> None:
    SafeHttp().check("https://hooks.example.org/services/T0/B0/x")


@pytest.mark.parametrize("found", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], []])
def test_a_name_that_leads_to_a_private_address_is_not_connected_to(
    found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolve(host: str, port: int, **_: Any) -> list[tuple[Any, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in found]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(AddressNotAllowed):
        SafeHttp().post("https://rebinding.example/", b"", {})


def test_it_connects_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([["8.8.8.8"], ["127.0.0.1"]])  # a name that changes after the check
    connected: list[str] = []

    def resolve(host: str, port: int, **_: Any) -> list[tuple[Any, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in next(answers)]

    def connect(address: tuple[str, int], *_: Any, **__: Any) -> Any:
        connected.append(address[0])
        raise OSError("no network in a test")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(OSError):
        SafeHttp().post("https://rebinding.example/", b"", {})
    assert connected == ["8.8.8.8"]


def test_redirects_are_not_followed(receiver: HttpReceiver) -> None:
    receiver.statuses, receiver.location = [302], f"{receiver.address}/elsewhere"
    assert SafeHttp(allow_private=True).post(f"{receiver.address}/hook", b"{}", {}) == 302
    assert [request.path for request in receiver.got] == ["/hook"]


def test_a_server_that_does_not_answer_is_an_error() -> None:
    with pytest.raises(OSError):
        SafeHttp(allow_private=True).post("http://127.0.0.1:9/", b"", {})


# --- Webhooks -----------------------------------------------------------------------------------------


def test_slack_and_discord_get_their_own_form() -> None:
    slack = json.loads(webhook_body("https://hooks.slack.com/services/x", TURN))
    assert slack == {"text": "Your turn: Ann and *Bo* &lt;3 https://a.example/t/abc"}
    discord = json.loads(webhook_body("https://discord.com/api/webhooks/x", TURN))
    assert discord["content"] == "**Your turn** Ann and \\*Bo\\* \\<3 https://a.example/t/abc"
    assert discord["allowed_mentions"] == {"parse": []}
    other = json.loads(webhook_body("https://example.org/hook", TURN))
    assert other["title"] == "Your turn" and other["link"] == TURN.link and {"text", "content"} <= other.keys()


# --- E-mail -------------------------------------------------------------------------------------------


def test_an_email_arrives_with_a_button_to_unsubscribe(mails: MailReceiver) -> None:
    server = MailServer.from_url(mails.url, "yunnan@club.example")
    server.send("lan@example.org", Message("Du bist\ndran", "Blüte, dein Zug", TURN.link, "abc", TURN.unsubscribe, "?"))
    (email,) = mails.got
    assert mails.recipients == ["lan@example.org"] and email["To"] == "lan@example.org"
    assert email["Subject"] == "Du bist dran" and email["From"] == "Yunnan <yunnan@club.example>"
    assert email["List-Unsubscribe"] == "<https://a.example/off>"
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "Blüte, dein Zug" in email.get_content() and TURN.link in email.get_content()


def test_an_address_that_the_mail_server_refuses_for_good_is_told_from_a_busy_one(mails: MailReceiver) -> None:
    server = MailServer.from_url(mails.url, "yunnan@club.example")
    for answer, is_final in (("550 No such user", True), ("450 Busy", False)):
        mails.answers = [answer]
        with pytest.raises(smtplib.SMTPException) as caught:
            server.send("lan@example.org", TURN)
        assert is_refused_for_good(caught.value) is is_final


@pytest.mark.parametrize("url", ["http://mail.example", "smtp://", "smtp://mail.example:x", "mail.example"])
def test_a_mail_server_that_can_t_be_read_is_an_error(url: str) -> None:
    with pytest.raises(MailSettingError):
        MailServer.from_url(url, "yunnan@club.example")


def test_the_parts_of_a_mail_server() -> None:
    server = MailServer.from_url("smtps://me%40x:p%3Aw@mail.example", "yunnan@club.example")
    assert (server.host, server.port, server.user, server.password) == ("mail.example", 465, "me@x", "p:w")
    assert server.is_tls


def test_an_error_about_the_mail_server_does_not_show_its_password() -> None:
    with pytest.raises(MailSettingError) as caught:
        MailServer.from_url("x://me:secret@mail.example", "yunnan@club.example")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["", "lan", "lan@", "@x", "a@b@c", "Lan <lan@x.org>", "a b@x.org", "a@x.org\nBcc: b@x", "lan@x.org,b@x.org"]
)
def test_these_are_no_mail_addresses(text: str) -> None:
    assert not is_mail_address(text)


def test_a_plain_mail_address() -> None:
    assert is_mail_address("lan.yu+games@mail.example.org")
