"""A province in words: what it pays, and what stands there."""

from collections.abc import Mapping
from typing import Any

from ...rules.names import PLACE
from .position_view import PositionView, once


@once
def province_text(view: PositionView, letter: str) -> str:
    """A province and everything in it, in whole sentences."""
    trader, post = province_values(view, letter)
    pays = view.say("{place}: a trader earns {trader}, a post {post}.")
    return " ".join(
        [pays.format(place=view.place(letter), trader=trader, post=post), *province_contents(view, letter).values()]
    )


def province_values(view: PositionView, letter: str) -> tuple[int, int]:
    """What a trader and a post earn in a province."""
    number = PLACE.index(letter)
    return int(view.rules.fields.trader_values[number]), int(view.rules.fields.post_values[number])


@once
def province_contents(view: PositionView, letter: str) -> dict[str, str]:
    """A sentence for each kind of piece in a province."""
    say, snapshot = view.say, view.snapshot
    pieces: dict[str, dict[str, Any]] = dict(snapshot["players"])
    if snapshot["duli"]:
        pieces["duli"] = snapshot["duli"]
    contents = {}
    if letter in snapshot["presents"]:
        contents["presents"] = say("Presents left: {count}.").format(count=snapshot["presents"][letter])
    traders = [f"{view.listed_player(p)} {count}" for p, has in pieces.items() if (count := has["provinces"][letter])]
    posts = [
        f"{view.listed_player(p)} {count}" for p, has in pieces.items() if (count := _posts_at(letter, has["posts"]))
    ]
    teahouse = [view.listed_player(p) for p, has in pieces.items() if letter in has["teahouses"]]
    horses = [view.listed_player(p) for p, has in pieces.items() if has.get("horse") == letter]
    guards = [view.listed_player(p) for p, has in pieces.items() if has.get("guards") == letter]
    for kind, sentence, owners in (
        ("traders", say("Traders: {players}."), traders),
        ("posts", say("Posts: {players}."), posts),
        ("teahouse", say("Teahouse: {players}."), teahouse),
        ("horses", say("Horses: {players}."), horses),
        ("guards", say("Guards: {players}."), guards),
    ):
        if owners:
            contents[kind] = sentence.format(players=", ".join(owners))
    return contents


def _posts_at(place: str, posts: Mapping[str, int] | list[str]) -> int:
    """How many posts stand in a place: players count theirs, Dúli's are listed."""
    return posts.count(place) if isinstance(posts, list) else posts.get(place, 0)
