"""`Game`, for people who program: names, notation, refusals, undo, records, snapshots."""

import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from .errors import IllegalMove, NotationError, RecordError, TeahorseError, WhyNot
from .game_events import Event, read_events
from .notation import Move, move_text, move_texts, read_move, seen_cards
from .observation import blank_rows
from .observation.position import observe_game
from .record import move_lines, read_record, write_record
from .rules import engine, moves, names
from .rules.edition_files import DEFAULT_EDITION
from .rules.events import new_buffer
from .rules.jit import as_records
from .rules.ruleset import Ruleset
from .rules.state import CARDS, CHANCE, GAME, OVER
from .rules.verdicts import LEGAL
from .rules.version import RULES_VERSION
from .snapshot import Snapshot, decides, ranking_of, result_of, take_snapshot
from .snapshot_reader import read_snapshot
from .why_not import RefusalMessage, explain_verdict

UNSEEN_CARDS = "Unseen"
DERIVED_HEADERS = ("Result", UNSEEN_CARDS)  # written from the position


class Game:
    """One game of Yunnan, from any position on.

    >>> game = Game.new(edition="2023", players=3)
    >>> game.to_move
    'p1'
    >>> game.play("bid school 9")
    >>> print(game.why_not("bid school 9"))
    That space is taken by p1. (3.2)
    """

    def __init__(self, rules: Ruleset, position: Any, seed: int | None = None) -> None:
        self.rules = rules
        self.headers: dict[str, str] = {}
        self.events: list[Event] = []
        self._at_start = False
        # The same memory twice: as an array for compiled code, as a record for reading.
        self._table = np.zeros(1, GAME)
        self._table[0] = position
        self._position = self._table.view(np.recarray)[0]
        self._history: list[tuple[Move, Any]] = []
        self._verdicts = np.zeros(moves.MOVES, np.uint8)
        self._judged: int | None = None
        self._looked: Snapshot | None = None
        self._seed = seed

    # --- Beginning ----------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        edition: str = DEFAULT_EDITION,
        players: int = 4,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        board: Mapping[str, Any] | None = None,
    ) -> Self:
        """Begin a game. `players` is the number of people; `seed` shuffles Dúli's cards, if she plays."""
        game = cls.before_dealing(Ruleset.of(edition, players, options, board), seed)
        game.deal()
        return game

    @classmethod
    def before_dealing(cls, rules: Ruleset, seed: int | None = None) -> Self:
        """Set the table up and leave the first shuffling of Dúli's cards to the caller."""
        table = np.zeros(1, GAME)
        engine.setup(table, rules.table)
        game = cls(rules, table[0], seed)
        game._at_start = True
        return game

    @classmethod
    def with_history(cls, rules: Ruleset, history: list[tuple[Move, Any]], position: Any) -> Self:
        """A game with its moves from the beginning, each with the position before it, and the position now."""
        game = cls(rules, position)
        game._history, game._at_start = history, True
        return game

    @classmethod
    def from_record(cls, text: str) -> Self:
        """Replay a record; an error names the line and says what is wrong.

        Cards of Dúli that the record of a running game keeps secret are shuffled.
        """
        record = read_record(text)
        game = cls.before_dealing(record.rules)
        game.headers = record.headers
        known = CARDS
        for number, (line, move) in enumerate(record.moves, 1):
            try:
                known = game._make_recorded(move, known)
            except TeahorseError as error:
                where: dict[str, object] = {"line": line, "number": number, "error": error}
                if record.rules_version in (None, RULES_VERSION):
                    raise RecordError("Line {line}, move {number}: {error}", **where) from None
                raise RecordError(
                    "Line {line}, move {number}: {error} The record was made with version {made} of the rules; "
                    "this program has version {here}.",
                    made=record.rules_version,
                    here=RULES_VERSION,
                    **where,
                ) from None
        return game

    @classmethod
    def from_snapshot(cls, snapshot: str | Snapshot) -> Self:
        """Start from a position; one that no game can reach is refused."""
        position, rules = read_snapshot(snapshot)
        return cls(rules, position)

    # --- Looking ------------------------------------------------------------------------------------

    @property
    def to_move(self) -> str | None:
        """Who decides next: `p1` to `p5`, `chance`, or None when the game is over."""
        return decides(*(self._table[field][0] for field in ("phase", "blue", "turn")))

    @property
    def phase(self) -> str:
        """`bid`, `take`, `block`, `travel`, `displace`, `convert`, `chance` or `over`."""
        return names.PHASE[self._table["phase"][0]]

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return int(self._table["round_number"][0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._table["phase"][0] == OVER)

    @property
    def moves(self) -> list[str]:
        """The moves made so far, chance included."""
        return move_texts([move for move, _ in self._history], self.rules)

    def verdicts(self) -> np.ndarray:
        """One byte per move of the move table: 0 is legal, else a row of `rules.verdicts.REFUSALS`."""
        if self._judged is None:
            self._judged = int(engine.judge(self._table, self.rules.table, self._verdicts))
        return self._verdicts

    def legal_moves(self) -> list[str]:
        """The moves that may be made now, sorted. When chance is to move no player may, so there are none."""
        if self._position.phase == CHANCE:
            return []
        return sorted(move_texts(np.flatnonzero(self.verdicts() == LEGAL).tolist(), self.rules))

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Whether each move of the move table may be made now.

        A mask is never empty: when the game is over or chance is to move, it allows `pass`, which can't be played.
        """
        mask: npt.NDArray[np.bool_] = self.verdicts() == LEGAL
        mask[moves.DECK] = False
        if not mask.any():
            mask[moves.PASS] = True
        return mask

    def action_text(self, action: int) -> str:
        """The notation of a move given by its id in the move table."""
        if isinstance(action, bool) or not isinstance(action, int | np.integer) or not 0 <= action < moves.MOVES:
            raise NotationError("{action!r} is not a move; moves are 0 to {last}.", action=action, last=moves.MOVES - 1)
        return move_text(int(action), self.rules)

    def observe(self, player: str | None = None, rules: bool = True) -> npt.NDArray[np.float32]:
        """What a player sees, by default the one to move, as numbers from -1 to 1 (`teahorse.observation`).

        `rules=False` leaves out the rules in force. The order of Dúli's pile is never in it.
        """
        observer = 0 if self.to_move in (None, "chance") else names.PLAYER.index(str(self.to_move))
        if player is not None:
            if player not in names.PLAYER[: self.rules.players]:
                last = names.PLAYER[self.rules.players - 1]
                raise TeahorseError("The players are p1 to {last}, not {player!r}.", last=last, player=player)
            observer = names.PLAYER.index(player)
        row: npt.NDArray[np.float32] = blank_rows(1, self.rules, rules)[0]
        observe_game(as_records(self._table), as_records(self.rules.table), observer, row)
        return row

    def why_not(self, move: str) -> WhyNot | None:
        """Say why a move is not allowed now; None if it is."""
        return self._refusal(self._read(move))

    def standings(self) -> list[dict[str, Any]]:
        """The ranking if the game ended now, each person's points by their source."""
        return ranking_of(self._position, self.rules)

    @property
    def outcome(self) -> dict[str, Any] | None:
        """The result when the game is over: the reason, and the full ranking."""
        return result_of(self._position, self.rules) if self.is_over else None

    def snapshot(self) -> Snapshot:
        """The position as canonical JSON data (`teahorse.snapshot.to_text` writes it)."""
        return take_snapshot(self._position, self.rules)

    def look(self) -> Snapshot:
        """The same snapshot, made once for each position; for reading only."""
        if self._looked is None:
            self._looked = self.snapshot()
        return self._looked

    @property
    def position(self) -> Any:
        """A copy of the GAME record."""
        return self._position.copy()

    @property
    def table(self) -> Any:
        """A copy of the position as an array of one, for compiled code."""
        return self._table.copy()

    @property
    def history(self) -> list[Move]:
        """The moves made so far by their ids in the move table, chance as its cards."""
        return [move for move, _ in self._history]

    # --- Playing ------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make a move; an unreadable or illegal one raises an error and changes nothing.

        If Dúli then needs a new pile, it is shuffled at once.
        """
        self.make(self._read(move))
        events = self.events
        self.deal()
        if self.events is not events:
            self.events = events + self.events

    def deal(self) -> None:
        """Shuffle Dúli's cards if chance is to move."""
        if self._position.phase == CHANCE:
            cards = list(range(1, CARDS + 1))
            self._rng.shuffle(cards)
            self.make(tuple(cards))

    def at(self, moves: int) -> Self:
        """A copy of the game as it was after this number of moves."""
        history = self._history[:moves]
        position = self._position if moves >= len(self._history) else self._history[moves][1]
        game = type(self)(self.rules, position)
        game.headers, game._history, game._at_start = dict(self.headers), history, self._at_start
        if self._judged is not None and moves >= len(self._history):
            game._verdicts[:], game._judged = self._verdicts, self._judged
        return game

    def undo_one(self) -> str:
        """Take back the last move, a player's or that of chance; returns the move."""
        if not self._history:
            raise TeahorseError("There is no move to take back.")
        undone, self._table[0] = self._history.pop()
        self.events = []
        self._judged = self._looked = None
        return move_text(undone, self.rules)

    def undo(self) -> str:
        """Take back the last move of a player, and what chance did after it; returns the move."""
        undone: Move = ()
        while self._history and isinstance(undone, tuple):
            if isinstance(self._history[-1][0], tuple) and all(isinstance(m, tuple) for m, _ in self._history):
                break  # only the first shuffling is left
            undone, self._table[0] = self._history.pop()
        if isinstance(undone, tuple):
            raise TeahorseError("There is no move to take back.")
        self.events = []
        self._judged = self._looked = None
        return move_text(undone, self.rules)

    # --- Writing ------------------------------------------------------------------------------------

    def record(self) -> str:
        """The game as a `.yunnan` text, with comments for people."""
        return self._record(unseen=0)

    def public_record(self) -> str:
        """The record for players: while the game goes on, it keeps the order of Dúli's next cards secret."""
        return self._record(self.unseen_cards)

    @property
    def unseen_cards(self) -> int:
        """14.3: how many of Dúli's cards nobody has seen yet; 0 when the game is over and they are public."""
        if not self.rules.has_duli or self._position.phase in (CHANCE, OVER):
            return 0
        return CARDS - int(self._position.drawn)

    def _record(self, unseen: int) -> str:
        if not self._at_start:
            raise RecordError("A game begun from a snapshot has no record: its first moves are not known.")
        headers = {name: value for name, value in self.headers.items() if name not in DERIVED_HEADERS}
        if self.is_over:
            headers["Result"] = self.result_text()
        if unseen:
            headers[UNSEEN_CARDS] = str(unseen)
        return write_record(self.rules, headers, move_lines(self._history, self.rules, unseen))

    def result_text(self) -> str:
        """The result in one line: `p2 140, p1 120, p3 99 (vp)`."""
        outcome = self.outcome
        if outcome is None:
            return "*"
        return ", ".join(f"{row['player']} {row['vp']}" for row in outcome["ranking"]) + f" ({outcome['reason']})"

    # --- Within -------------------------------------------------------------------------------------

    @cached_property
    def _rng(self) -> random.Random:
        """Shuffles Dúli's cards. Few games need it, and a new one takes longer than copying a game."""
        return random.Random(self._seed)

    def _read(self, move: str) -> Move:
        return read_move(move, self.rules)

    def _refusal(self, move: Move) -> WhyNot | None:
        number = engine.move_id(move)
        return explain_verdict(self._position, self.rules, number, int(self.verdicts()[number]))

    def _make_recorded(self, move: str, known: int) -> int:
        """Make a move of a record that names `known` cards of the pile; returns how many it names after the move."""
        seen = seen_cards(move)
        if seen is None:
            made = self._read(move)
            known = CARDS if isinstance(made, tuple) else known
        else:
            unseen = [card for card in range(1, CARDS + 1) if card not in seen]
            self._rng.shuffle(unseen)
            made, known = (*seen, *unseen), len(seen)
        self.make(made)
        if self._position.drawn > known:
            raise RecordError("This move draws one of Dúli's cards that the record leaves out.")
        return known

    def make_text(self, move: str) -> None:
        """Make a move, which may be a `deck`; unlike `play`, this never shuffles."""
        self.make(self._read(move))

    def make(self, move: Move) -> None:
        """Make a move given by its id in the move table, or by the cards of a `deck`; this never shuffles."""
        refusal = self._refusal(move)
        if refusal is not None:
            sentence = RefusalMessage(refusal, self.rules)
            raise IllegalMove(move_text(move, self.rules), refusal.rule, refusal.code, sentence, refusal.parameters)
        before = self._position.copy()
        buffer = new_buffer()
        engine.apply_with_cards(self._table, self.rules.table, move, buffer)
        self._history.append((move, before))
        self._judged = self._looked = None
        self.events = read_events(buffer, self.rules)


__all__ = ["Event", "Game", "IllegalMove", "NotationError", "WhyNot"]
