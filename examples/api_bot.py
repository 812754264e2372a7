"""A bot that joins a table by its link and plays: a program at one seat, people in browsers at the others.

    python examples/api_bot.py http://localhost:8013/t/TABLE/join/KEY --bot master --name "Master Li"
    python examples/api_bot.py LINK --bot examples/learned_bot.py:Learned

`--bot` takes the name of any bot (docs/bots.md), or FILE.py:CLASS for one of your own, such as a `PolicyBot`.
The client needs `pip install 'teahorse[client]'`.
"""

import argparse
from contextlib import suppress

from teahorse import Game
from teahorse.bots import Bot, bot_named
from teahorse.client import Client, Invitation, Refused, Table, TableState

TOO_LATE = 409
ASKED = "asked"  # a change that is a request; its number is that of the request


def main() -> None:
    """Join a table and play there until the game is over."""
    parser = argparse.ArgumentParser(description="Join a table by its link and play.")
    parser.add_argument("link", help="the invitation link of a table, or of a seat")
    parser.add_argument("--bot", default="greedy", help="the name of a bot, or FILE.py:CLASS")
    parser.add_argument("--name", default="A bot", help="its name at the table")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with Client(Invitation.of(given.link).server or "http://localhost:8013") as client:
        table = client.join(given.link, given.name)
        print(f"Joined table {table.id}.", flush=True)
        state = play(table, bot_named(given.bot, given.seed))
        print(f"The game is over: {Game.from_record(table.record()).result_text()}" if state.is_over else "It ended.")


def play(table: Table, bot: Bot) -> TableState:
    """Move whenever it is this bot's turn, until the game is over or the table is closed."""
    state = move_while_my_turn(table, bot, table.read())
    events = table.events(state)
    while not (state.is_over or state.is_closed):
        event = next(events)
        if event.kind == ASKED:
            agree(table, event.number)
        state = move_while_my_turn(table, bot, table.read())
    return state


def agree(table: Table, request: int) -> None:
    """Agree to an undo, a pause, or closing the table, as bots of the server do."""
    with suppress(Refused):  # it was withdrawn, or someone else refused
        table.agree(request)


def move_while_my_turn(table: Table, bot: Bot, state: TableState) -> TableState:
    """Make moves until someone else is to move."""
    while state.is_my_turn:
        move = bot.choose(Game.from_record(table.record()))
        try:
            state = table.play(move, state.rows + 1)
        except Refused as refused:
            if refused.status != TOO_LATE:
                raise
            state = table.read()  # the game has gone on, by an undo for example
    return state


if __name__ == "__main__":
    main()
