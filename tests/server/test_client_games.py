"""The client and the example bot against a real server: join by link, follow the events, play to the end."""

import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from fork_server import forked_python
from server_process import ServerProcess
from teahorse.bots import PolicyBot, bot_named
from teahorse.client import Change, Client, Refused, Row, Table
from teahorse.game import Game

EXAMPLES = Path(__file__).parents[2] / "examples"
SECONDS = 120


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "games.sqlite") as server:
        yield server


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import api_bot

    return api_bot


def run_together(*works: object) -> None:
    """Run functions in threads; an error in one fails the test."""
    errors: list[BaseException] = []

    def guarded(work: object) -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert not errors, errors
    assert not any(thread.is_alive() for thread in threads)


@pytest.mark.slow
def test_bots_join_by_link_and_play_a_game_to_its_end(server: ServerProcess, example: object) -> None:
    with Client(server.address) as client:
        made = client.create_table([{"name": "Host"}, {"is_free": True}], options={"vp_end": 40})
        host = client.table(made.id, made.key)
        link = server.address + host.links().invitation
        command = [forked_python(), str(EXAMPLES / "api_bot.py"), link, "--bot", "greedy", "--name", "Greedy"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            try:
                # A policy of one's own: always the first legal move.
                policy = PolicyBot(lambda observation, mask: -observation.sum() - mask.cumsum())
                example.play(host, policy)
                output, _ = program.communicate(timeout=SECONDS)
            finally:
                program.kill()
        assert program.returncode == 0 and "The game is over" in output
        state = host.read()
        assert state.is_over and [seat.name for seat in state.seats] == ["Host", "Greedy"]
        told = []
        for event in host.events():
            told.append(event)
            if isinstance(event, Row) and event.number == state.rows:
                break
        rows = [event for event in told if isinstance(event, Row)]
        assert [row.number for row in rows] == list(range(1, state.rows + 1))
        assert [event.kind for event in told if isinstance(event, Change)] == ["seat-taken", "started"]
        assert Game.from_record(host.record()).is_over


def test_a_player_follows_undoes_asks_and_leaves(server: ServerProcess) -> None:
    with Client(server.address) as client, Client(server.address) as other:
        made = client.create_table([{"name": "Ann"}, {"is_free": True}, {"name": "Li", "bot": "random"}])
        ann: Table = client.table(made.id, made.key)
        bo = other.join(server.address + ann.links().seats["1"], "Bo")
        state = ann.read()
        events = bo.events(state)
        assert ann.why_not("bid school 9").allowed
        assert "bid school 9" in ann.legal_moves()
        ann.play("bid school 9", state.rows + 1)
        assert next(events) == Row(1, "move", "bid school 9", "p1")
        with pytest.raises(Refused) as refused:
            bo.play("bid school 9", 2)
        assert refused.value.rule == "3.2" and not bo.why_not("bid school 9").allowed
        ann.undo(2)
        assert next(events) == Row(2, "undo", "bid school 9", None)
        assert isinstance(change := next(events), Change)
        assert (change.kind, change.seat, change.data) == ("taken-back", 0, {"moves": 1})
        bo.leave()
        assert isinstance(change := next(events), Change) and change.kind == "seat-freed"
        assert ann.close().is_closed


def test_the_host_closes_a_game_when_the_others_agree_and_the_example_agrees_at_once(
    server: ServerProcess, example: object
) -> None:
    with Client(server.address) as client, Client(server.address) as other:
        made = client.create_table([{"name": "Ann"}, {"is_free": True}, {"is_free": True}])
        ann = client.table(made.id, made.key)
        invitation = server.address + ann.links().invitation
        bo, bot = other.join(invitation, "Bo"), client.join(invitation, "A bot")
        playing = threading.Thread(target=example.play, args=(bot, bot_named("greedy", 1)), daemon=True)
        playing.start()
        (asked,) = ann.close().requests
        assert (asked.what, asked.seats) == ("close", (0,))
        assert bo.refuse(asked.number).requests == ()
        (asked,) = ann.close().requests
        bo.agree(asked.number)
        playing.join(SECONDS)
        assert not playing.is_alive() and ann.read().is_closed


def test_any_registered_bot_chooses_moves_from_the_public_record(server: ServerProcess) -> None:
    with Client(server.address) as client:
        made = client.create_table([{"name": "Ann"}, {"name": "Bo"}])  # with Dúli, whose cards are hidden
        table = client.table(made.id, made.key)
        state = table.read()
        for name in ("random", "greedy", "search:20"):
            move = bot_named(name, 1).choose(Game.from_record(table.record()))
            state = table.play(move, state.rows + 1)
        assert state.rows >= 4
