"""E-mail over SMTP."""

import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

from ...errors import TeahorseError
from .message import Message

SECONDS = 15.0
PORTS = {"smtp": 587, "smtps": 465}
LONGEST_ADDRESS = 254
NO_TLS = "tls=no"


class MailSettingError(TeahorseError):
    """The mail server's address can't be read. The message is for the person who runs the server."""


@dataclass(frozen=True)
class MailServer:
    """The mail server that messages go through, and their sender."""

    host: str
    port: int
    sender: str
    user: str | None = None
    password: str | None = None
    is_tls: bool = False  # from the beginning; otherwise STARTTLS
    has_starttls: bool = True

    @classmethod
    def from_url(cls, url: str, sender: str) -> "MailServer":
        """Read `smtp://USER:PASSWORD@HOST:587` or `smtps://…:465`; `?tls=no` for a mail server on this machine."""
        try:
            parts = urlsplit(url)
            port = parts.port or PORTS[parts.scheme]
        except (KeyError, ValueError):
            raise MailSettingError(f"Can't read the mail server {_hidden(url)}; expected smtp://HOST:PORT.") from None
        if not parts.hostname or not is_mail_address(sender):
            raise MailSettingError("E-mail needs a mail server, smtp://HOST:PORT, and a sender, NAME@HOST.")
        user, password = (None if part is None else unquote(part) for part in (parts.username, parts.password))
        is_tls, has_starttls = parts.scheme == "smtps", parts.query != NO_TLS
        return cls(parts.hostname, port, sender, user, password, is_tls, has_starttls)

    def send(self, address: str, message: Message) -> None:
        """Send a message. Raises `smtplib.SMTPException` or `OSError`."""
        context = ssl.create_default_context()
        with self._connect(context) as smtp:
            if not self.is_tls and self.has_starttls:
                smtp.starttls(context=context)
            if self.user is not None:
                smtp.login(self.user, self.password or "")
            smtp.send_message(as_email(message, self.sender, address), self.sender, [address])

    def _connect(self, context: ssl.SSLContext) -> smtplib.SMTP:
        if self.is_tls:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=context)
        return smtplib.SMTP(self.host, self.port, timeout=SECONDS)


def as_email(message: Message, sender: str, address: str) -> EmailMessage:
    """A message as plain text, with the headers that give mail programs a button to unsubscribe (RFC 8058)."""
    email = EmailMessage()
    email["From"] = f"Yunnan <{sender}>"
    email["To"] = address
    email["Subject"] = " ".join(message.title.split())
    email["Date"] = formatdate()
    email["Message-ID"] = make_msgid(domain=sender.partition("@")[2])
    email["Auto-Submitted"] = "auto-generated"
    if message.unsubscribe:
        email["List-Unsubscribe"] = f"<{message.unsubscribe}>"
        email["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    parts = [message.text, message.link, message.footer and f"-- \n{message.footer}"]
    email.set_content("\n\n".join(part for part in parts if part) + "\n")
    return email


def is_mail_address(text: str) -> bool:
    """Whether a text can be an e-mail address: one plain NAME@HOST."""
    name, _, host = text.partition("@")
    is_plain = text.isascii() and text.isprintable() and parseaddr(text) == ("", text)
    is_short = len(text) <= LONGEST_ADDRESS and 0 < len(name) <= 64
    has_no_signs = not any(sign in text for sign in ' "\\,;:<>()[]')
    return is_plain and is_short and has_no_signs and text.count("@") == 1 and bool(host.strip("."))


def is_refused_for_good(error: Exception) -> bool:
    """Whether a mail server said that this address will never work."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return False


def _hidden(url: str) -> str:
    """A URL without its password."""
    return url if "@" not in url else f"{url.partition('://')[0]}://…@{url.rpartition('@')[2]}"
