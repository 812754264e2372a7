"""Webhooks: what is posted to the address that a person entered, as chat programs expect it."""

import json
from urllib.parse import urlsplit

from .message import Message

SLACK = ("hooks.slack.com",)
DISCORD = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")
HEADERS = {"Content-Type": "application/json", "User-Agent": "teahorse"}


def webhook_body(address: str, message: Message) -> bytes:
    """The body for an address: Slack's, Discord's, or for any other program both and the parts on their own."""
    host = urlsplit(address).hostname
    slack = {"text": f"{_for_slack(message.title)}: {_for_slack(message.text)} {message.link}"}
    # Discord would notify everyone in the channel if a name contained @everyone.
    discord = {
        "content": f"**{_for_discord(message.title)}** {_for_discord(message.text)} {message.link}",
        "allowed_mentions": {"parse": list[str]()},
    }
    if host in SLACK:
        return json.dumps(slack).encode()
    if host in DISCORD:
        return json.dumps(discord).encode()
    parts = {"title": message.title, "body": message.text, "link": message.link, "table": message.table}
    return json.dumps(discord | slack | parts).encode()


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _for_discord(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\*_~`|>#[]()<" else sign for sign in text)
