"""Hints and reviews as JSON data, as the queue and the database keep them."""

import json
from dataclasses import asdict

import pytest

from teahorse.bots import Considered
from teahorse.bots.bot import Expectation
from teahorse.server.thinking.review_points import Point, points_from_data

POINT = Point(3, 1, "p1", "pass", (0.5, 0.5), "bank", 0.1, (2.5, 0.0))


def test_a_hint_keeps_what_the_network_expects() -> None:
    pytest.importorskip("psycopg")
    from teahorse.server.thinking.queued_hints import _considered

    for expects in (Expectation((60.5, 2.0), 4.2, (0.25,)), None):
        hint = Considered("pass", 3, (0.5, 0.5), ("done",), expects)
        assert _considered(json.loads(json.dumps(asdict(hint)))) == hint


def test_a_review_keeps_its_gains_and_older_ones_have_none() -> None:
    data = json.loads(json.dumps(asdict(POINT)))
    assert points_from_data([data]) == [POINT]
    del data["gains"]
    assert points_from_data([data])[0].gains == ()
