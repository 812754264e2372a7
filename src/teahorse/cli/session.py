"""A session in the terminal: people at one keyboard and bots play a game."""

from collections.abc import Callable
from pathlib import Path

from ..bots import Bot, bot_named
from ..bots.chances import shown_chances
from ..bots.subprocess_bot import BotFailed
from ..errors import IllegalMove, NotationError, TeahorseError
from ..game import Game
from ..terminal.prompt import group_moves, question
from ..terminal.symbols import STYLES, full_name
from .console import say, say_error, show, thinking
from .display import show_board, show_log
from .files import player_names, write_new, write_text
from .score import score_sheet

ADVISER = "master"
HINTS = 3
CHANCE_SHOWS = ("deck", "card-drawn")
HELP = "Also: why MOVE, hint, undo, board, score, save [FILE], quit."


class Quit(Exception):
    """The user ends the session."""


class TerminalSession:
    """One game played in the terminal."""

    def __init__(
        self, game: Game, seats: dict[str, Bot | None], save: Path | None, wait_for_bots: Callable[[], None]
    ) -> None:
        self.game = game
        self.seats = seats
        self.save_to = save
        self.names = player_names(game)
        self.wait_for_bots = wait_for_bots
        self.adviser: Bot | None = None
        self.made: list[tuple[str, bool]] = []  # who moved, and whether chance showed something
        self.shown_after = -1  # how many moves were made when the board was last shown

    def run(self) -> None:
        """Play until the game is over or people leave."""
        say("Type a move, or `?` to see those you can make.")
        try:
            while not self.game.is_over:
                bot = self.seats[str(self.game.to_move)]
                if bot is None:
                    self._ask()
                else:
                    self._play_bot_move(bot)
            self._show_board()
            show(score_sheet(self.game, self.names))
        except (Quit, EOFError, KeyboardInterrupt):
            say("")
            say("Goodbye." + (f" The game is saved in {self.save_to}." if self.save_to else ""))

    # --- Moves --------------------------------------------------------------------------------------

    def _make(self, move: str) -> None:
        mover = str(self.game.to_move)
        self.game.play(move)
        self.made.append((mover, any(event.name in CHANCE_SHOWS for event in self.game.events)))
        say(f"{full_name(mover, self.names)}: {move}", STYLES[mover])
        show_log(self.game.events, self.game.rules, self.names)
        self._autosave()

    def _play_bot_move(self, bot: Bot) -> None:
        """Make a bot's move; a terminal shows that it thinks."""
        name = full_name(str(self.game.to_move), self.names)
        self.wait_for_bots()
        try:
            with thinking(f"{name} thinks ..."):
                move = bot.choose(self.game)
            self._make(move)
        except (BotFailed, IllegalMove, NotationError) as error:
            say_error(f"{name} made no valid move, so greedy moves for it: {error}")
            self._make(bot_named("greedy").choose(self.game))

    def _autosave(self) -> None:
        if self.save_to is not None:
            write_text(self.save_to, self.game.record())

    # --- Asking -------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Show the board or the question, and run what the person types."""
        if self._others_moved():
            self._show_board()
        else:
            say(question(self.game, self.game.snapshot(), self.names), "bold")
        self.shown_after = len(self.made)
        try:
            self._run_command(self._read_line())
        except TeahorseError as error:
            say_error(str(error))

    def _others_moved(self) -> bool:
        """Whether the board changed since this person last saw it."""
        since = self.made[max(self.shown_after, 0) :]
        return self.shown_after < 0 or any(mover != self.game.to_move for mover, _ in since)

    def _read_line(self) -> str:
        try:
            return input(f"{self.game.to_move}> ").strip()
        except UnicodeDecodeError:
            raise TeahorseError("That line is not text.") from None

    def _run_command(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit"):
            raise Quit
        commands: dict[str, Callable[[], None]] = {
            "": self._show_moves,
            "?": self._show_moves,
            "help": self._show_moves,
            "board": self._show_board,
            "score": lambda: show(score_sheet(self.game, self.names)),
            "hint": self._hint,
            "undo": self._undo,
            "why": lambda: self._why(rest.strip()),
            "save": lambda: self._save(rest.strip()),
        }
        command = commands.get(word)
        if command is None:
            self._make(line)
        else:
            command()

    def _show_board(self) -> None:
        say("")
        show_board(self.game, self.names)

    def _show_moves(self) -> None:
        for head, moves in group_moves(self.game.legal_moves()):
            if head:
                say(f"  {head:<24} {' '.join(moves)}")
            else:
                say("  " + " · ".join(moves))
        say(f"  {HELP}", "dim")

    def _why(self, move: str) -> None:
        refusal = self.game.why_not(move)
        say(
            f"`{move}` is legal."
            if refusal is None
            else f"`{move}` is not allowed ({refusal.rule}): {refusal.sentence}"
        )

    def _hint(self) -> None:
        """Show the best moves of a strong bot, with their chances to win."""
        self.wait_for_bots()
        self.adviser = self.adviser or bot_named(ADVISER)
        with thinking(f"The {ADVISER} thinks ..."):
            ranked = self.adviser.consider(self.game)
        person = int(self.game.rules.record.person[int(str(self.game.to_move)[1:]) - 1])
        visits = sum(considered.visits for considered in ranked)
        for considered in ranked[:HINTS]:
            share = considered.visits / max(1, visits)
            wins = shown_chances(considered.values, self.game.position, self.game.rules)[person]
            say(f"  {considered.move:<24} wins about {wins:4.0%} of games ({share:.0%} of the search)")

    def _save(self, name: str) -> None:
        path = Path(name) if name else self.save_to
        if path is None:
            raise TeahorseError("Name a file: `save game.yunnan`.")
        write_new(path, self.game.record(), force=path == self.save_to)
        self.save_to = path
        say(f"The game is saved in {path}.")

    def _undo(self) -> None:
        """Take back the last move of a person and later moves of bots, unless a card was drawn since."""
        by_people = [number for number, (mover, _) in enumerate(self.made) if self.seats[mover] is None]
        if not by_people:
            raise TeahorseError("You have no move to take back.")
        since = self.made[by_people[-1] :]
        if any(shown for _, shown in since):
            raise TeahorseError("Dúli has drawn a card since then, so the move can't be taken back.")
        for _ in since:
            undone = self.game.undo()
        del self.made[by_people[-1] :]
        self.shown_after = -1  # show the board again
        say(f"Took back `{undone}`.")
        self._autosave()
