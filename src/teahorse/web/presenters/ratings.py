"""Ratings as people read them: a number around 1500 with its uncertainty."""

from dataclasses import dataclass

from ...server.storage.ratings import Skill
from ...text.translation import Say

MIDDLE, PER_MU = 500, 40  # so that a new player, with openskill's mu of 25, has 1500
SURE = 2.0  # standard deviations: the true strength lies within them in 19 of 20 cases
UNSURE = 500  # from this uncertainty on, a rating says little


@dataclass(frozen=True)
class ShownRating:
    """A rating, and how far it may be off."""

    value: int
    give_or_take: int

    @property
    def is_unsure(self) -> bool:
        """Whether more games are needed to trust it."""
        return self.give_or_take >= UNSURE

    @property
    def low(self) -> int:
        """The lower end of the range."""
        return self.value - self.give_or_take

    @property
    def high(self) -> int:
        """The upper end of the range."""
        return self.value + self.give_or_take


def shown_rating(skill: Skill) -> ShownRating:
    """A rating for people."""
    return ShownRating(round(MIDDLE + PER_MU * skill.mu), round(PER_MU * SURE * skill.sigma))


def group_title(edition: str, people: int, say: Say) -> str:
    """A group of games that are rated together."""
    title = say.ngettext("Edition {edition}, {n} player", "Edition {edition}, {n} players", people)
    return title.format(edition=edition, n=people)
