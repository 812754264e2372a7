"""Links in messages that confirm a subscription or end it. They work without a cookie, and nobody can guess them."""

import hashlib
import hmac
import secrets

from ..storage.turn_messages import Subscription, TurnMessageStore

CONFIRM, OFF = "confirm", "off"
TOKEN_LENGTH = 32


def link_to(purpose: str, subscription: Subscription, store: TurnMessageStore) -> str:
    """The address of the page that confirms a subscription or ends it."""
    return f"{subscription.origin}/messages/{purpose}/{subscription.id}/{_token(purpose, subscription.id, store)}"


def found_by_link(purpose: str, subscription_id: str, token: str, store: TurnMessageStore) -> Subscription | None:
    """The subscription of such a link; None if the link is wrong or the subscription was removed."""
    expected = _token(purpose, subscription_id, store)
    if not hmac.compare_digest(expected.encode(), token.encode("utf-8", "surrogatepass")):
        return None
    return store.get(subscription_id)


def _token(purpose: str, subscription_id: str, store: TurnMessageStore) -> str:
    secret = store.secret("links", lambda: secrets.token_hex(32))
    return hmac.new(secret.encode(), f"{purpose} {subscription_id}".encode(), hashlib.sha256).hexdigest()[:TOKEN_LENGTH]
