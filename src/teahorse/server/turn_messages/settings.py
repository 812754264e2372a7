"""What the person who runs a server sets up for messages."""

from dataclasses import dataclass, field

from ..storage.turn_messages import TurnMessageStore
from .channels import Channels
from .mail import MailServer
from .messenger import DELAY
from .safe_http import SafeHttp


@dataclass(frozen=True)
class MessageSettings:
    """Which channels a server has. Web Push needs no set-up."""

    mail_server: str | None = field(default=None, repr=False)  # as smtp://USER:PASSWORD@HOST:PORT
    mail_sender: str = ""  # the sender's address
    has_webhooks: bool = False  # whether people may enter addresses of webhooks
    delay: float = DELAY  # seconds between a move and its message
    allow_private: bool = False  # send also to private addresses and without TLS: for tests only

    def channels(self, store: TurnMessageStore) -> Channels:
        """The channels. Raises `MailSettingError` if the mail server can't be read."""
        mail_server = None if self.mail_server is None else MailServer.from_url(self.mail_server, self.mail_sender)
        return Channels(store, SafeHttp(self.allow_private), mail_server, self.has_webhooks)
