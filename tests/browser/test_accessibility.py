"""axe finds nothing serious on any page, in both themes, on a large screen and on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from person import Person
from sitting import Hall
from visiting import Visits

SERIOUS = ("serious", "critical")
PAGES = (
    "/",
    "/new",
    "/learn",
    "/rules",
    "/rules/3.7",
    "/rules/data",
    "/rules?q=bank",
    "/settings",
    "/nowhere",
    "/docs",
)


def problems(person: Person) -> list[str]:
    """What axe finds that would keep someone from playing."""
    found = Axe().run(person.page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{person.page.url} {each['id']}: {node['target']} {node['html'][:150]} {node['failureSummary'][:200]}"
        for each in found
        if each["impact"] in SERIOUS
        for node in each["nodes"]
    ]


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["desktop", "phone"])
def ann(request: pytest.FixtureRequest, visits: Visits, theme: str) -> Person:
    """One person, by screen and theme."""
    return visits(phone=request.param == "phone", cookies={"theme": theme}, reduced_motion="reduce")


def test_axe_finds_nothing_serious_on_pages(ann: Person, visits: Visits) -> None:
    visits.announce(404)
    found = []
    for path in PAGES:
        ann.visit(path)
        found += problems(ann)
    assert found == []


@pytest.mark.parametrize("phase", ["bid", "travel", "convert", "over"])
def test_axe_finds_nothing_serious_at_the_table(ann: Person, hall: Hall, phase: str) -> None:
    sitting = hall.table(*[None] * 5, until=lambda game: game.phase == phase and game.round > 1)
    ann.sit_down(sitting.door)
    assert problems(ann) == []
