"""The words of messages to people who are away, in each reader's language."""

from ..server.storage.turn_messages import MAIL, Subscription, TurnMessageStore
from ..server.tables.table import Table
from ..server.turn_messages.links import CONFIRM, OFF, link_to
from ..server.turn_messages.message import Message
from ..text.language import language_named
from ..text.words import listed


def turn_message(store: TurnMessageStore, table: Table, seat: int, to: Subscription) -> Message:
    """It is this seat's turn."""
    say = language_named(to.language).say
    others = [other.name for number, other in enumerate(table.seats) if number != seat]
    text = say("Round {n} of Yunnan with {players}.").format(n=table.history.game.round, players=listed(others, say))
    if table.title:
        text = f"{table.title}: {text}"
    return _with_footer(Message(say("It is your turn"), text, f"{to.origin}/t/{table.id}", table.id), to, store)


def test_message(store: TurnMessageStore, to: Subscription) -> Message:
    """What a person sends to themselves, to see that it arrives."""
    say = language_named(to.language).say
    text = say("This is a test. You will be told like this when it is your turn.")
    return _with_footer(Message("Yunnan", text, f"{to.origin}/", "test"), to, store)


def confirmation(store: TurnMessageStore, to: Subscription) -> Message:
    """The first e-mail to an address; nothing else is sent there until the link in it is used."""
    say = language_named(to.language).say
    text = say(
        "Someone, probably you, wants an e-mail to this address whenever it is their turn at {server}. If it was you, "
        "confirm it with the link below. If not, do nothing, and you will hear no more of it."
    ).format(server=to.origin)
    return Message(say("Yunnan: confirm your e-mail address"), text, link_to(CONFIRM, to, store))


def _with_footer(message: Message, to: Subscription, store: TurnMessageStore) -> Message:
    if to.kind != MAIL:
        return message
    link = link_to(OFF, to, store)
    say = language_named(to.language).say
    footer = say("You asked for these e-mails at {server}. No more of them: {link}").format(server=to.origin, link=link)
    return Message(message.title, message.text, message.link, message.table, link, footer)
