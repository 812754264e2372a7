"""Sends a message to a subscription: by Web Push, e-mail or webhook."""

import hashlib
import json
import logging
import smtplib
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from ..storage.turn_messages import MAIL, PUSH, WEBHOOK, Subscription, TurnMessageStore
from .mail import MailServer, is_refused_for_good
from .message import Message
from .safe_http import AddressNotAllowed, SafeHttp
from .webhook import HEADERS, webhook_body

GONE = (404, 410)  # statuses of an address that will never work again
TOO_MANY, SERVER_ERROR = 429, 500
LONGEST_TOPIC = 32
LONGEST_TEXT = 500  # characters of a push message

log = logging.getLogger(__name__)


class Outcome(Enum):
    """How an attempt to send ended."""

    SENT = "sent"
    LATER = "later"  # try again
    FAILED = "failed"  # trying this message again makes no sense
    GONE = "gone"  # nor does any other message to this address


@dataclass(frozen=True)
class Channels:
    """The channels that this server has. Everything here waits for a network, so call it in a thread."""

    store: TurnMessageStore
    http: SafeHttp
    mail_server: MailServer | None = None
    has_webhooks: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of subscriptions that can be made here."""
        return (PUSH, *([MAIL] if self.mail_server else []), *([WEBHOOK] if self.has_webhooks else []))

    @cached_property
    def push_key(self) -> str:
        """The server's private key for Web Push; made on first need."""
        from .web_push import new_server_key  # imports a large library, which most servers never need

        return self.store.secret("push", new_server_key)

    @property
    def push_public_key(self) -> str:
        """The public key that a browser needs to subscribe."""
        from .web_push import public_key

        return public_key(self.push_key)

    def send(self, to: Subscription, message: Message) -> Outcome:
        """Send a message once."""
        if to.kind not in self.kinds:
            return Outcome.FAILED  # the server no longer has this channel
        try:
            if to.kind == MAIL:
                return self._send_mail(to, message)
            return _outcome(self._send_push(to, message) if to.kind == PUSH else self._send_webhook(to, message))
        except AddressNotAllowed:
            return Outcome.GONE
        except (OSError, smtplib.SMTPException) as error:
            log.info("A %s message could not be sent: %s.", to.kind, type(error).__name__)
            return Outcome.LATER
        except ValueError as error:  # keys that no browser has made, for example
            log.info("A %s message could not be sent: %s.", to.kind, error)
            return Outcome.GONE

    def _send_mail(self, to: Subscription, message: Message) -> Outcome:
        assert self.mail_server is not None
        try:
            self.mail_server.send(to.address, message)
        except smtplib.SMTPException as error:
            if is_refused_for_good(error):
                return Outcome.GONE
            raise
        return Outcome.SENT

    def _send_webhook(self, to: Subscription, message: Message) -> int:
        return self.http.post(to.address, webhook_body(to.address, message), HEADERS)

    def _send_push(self, to: Subscription, message: Message) -> int:
        from .web_push import PushKeys, encrypt, request_headers

        data = {"title": message.title, "body": message.text[:LONGEST_TEXT], "url": message.link, "tag": message.table}
        body = encrypt(json.dumps(data).encode(), PushKeys.from_text(to.keys["p256dh"], to.keys["auth"]))
        contact = f"mailto:{self.mail_server.sender}" if self.mail_server else to.origin
        topic = hashlib.sha256(message.table.encode()).hexdigest()[:LONGEST_TOPIC]
        return self.http.post(to.address, body, request_headers(to.address, self.push_key, contact, topic))


def _outcome(status: int) -> Outcome:
    if status in GONE:
        return Outcome.GONE
    if status == TOO_MANY or status >= SERVER_ERROR:
        return Outcome.LATER
    return Outcome.SENT if 200 <= status < 300 else Outcome.FAILED
