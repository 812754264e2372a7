"""The chat of a table: read it, write a message, react."""

from fastapi import APIRouter, Request

from ..storage.receipts import Receipt
from ..tables import chatting
from ..tables.errors import NotAtTable
from ..tables.events.chat import CHAT
from ..visits import open_table
from .access import Authorization, hidden_from_strangers, keys_of, service_of
from .answers import AT_A_TABLE, FORBIDDEN, NOT_FOUND
from .models import ChatMessage, ChatView, MessageRequest, Written
from .once import OnlyOnce

router = APIRouter(prefix="/tables/{table_id}", tags=["chat"])


@router.get("/chat", responses=NOT_FOUND | FORBIDDEN)
def read_chat(request: Request, table_id: str, authorization: Authorization = None) -> ChatView:
    """The latest messages, without those of people that you have muted. Spectators read them if the host allows it."""
    table = open_table(request, table_id)
    seats, chat = table.own_seats(keys_of(request, table_id, authorization)), table.state[CHAT]
    if not seats and not chat.spectators_read:
        raise NotAtTable
    return ChatView(
        messages=[
            ChatMessage(
                number=message.number,
                seat=message.seat,
                name=message.name,
                text=message.text,
                reaction=message.reaction or None,
                is_removed=message.is_removed,
                made_at=message.made_at,
            )
            for message in chat.for_reader(seats)
        ]
    )


@router.post("/chat", responses=AT_A_TABLE)
def write_message(
    request: Request, table_id: str, body: MessageRequest, once: OnlyOnce, authorization: Authorization = None
) -> Written:
    """Write a message, or send a reaction. The text is plain text, without markup."""
    service, keys = service_of(request), keys_of(request, table_id, authorization)

    def write() -> Written:
        if body.reaction is not None:
            table = chatting.react(service, table_id, keys, body.reaction)
        else:
            table = chatting.write(service, table_id, keys, body.text)
        return Written(number=table.state.number)

    def written(done: Receipt) -> Written:
        return Written(number=done.event)

    with hidden_from_strangers(request, table_id):
        return once(write, written)
