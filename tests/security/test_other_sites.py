"""Other sites can't act for a visitor, read our pages, frame them, or learn a link."""

import re
from pathlib import Path

import pytest
from addresses import addresses_that_change
from fastapi import FastAPI

from asgi_client import ask
from table_setup import PERSON, config_for
from teahorse.web import app as web_app

SCRIPTS = Path(web_app.__file__).parent / "static"
PAGES = ("/", "/new", "/rules", "/nothing", "/static/base.css", "/api/v1/tables/abcdefghij", "/openapi.json")


@pytest.mark.parametrize(("method", "path"), addresses_that_change())
def test_another_site_cannot_act_for_a_visitor(app: FastAPI, method: str, path: str) -> None:
    address = re.sub("{[^}]*}", "abcdefghij", path)
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        assert ask(app, method, address, headers=headers).status_code == 403


def test_another_name_for_this_machine_shows_nothing(app: FastAPI) -> None:
    for path in PAGES:
        refused = ask(app, "GET", path, headers={"host": "evil.example"})
        assert refused.status_code == 400 and "set-cookie" not in refused.headers


def test_no_page_can_be_framed_or_run_foreign_scripts(app: FastAPI) -> None:
    for path in PAGES:
        policy = ask(app, "GET", path).headers["content-security-policy"]
        rules = dict(rule.strip().partition(" ")[::2] for rule in policy.split(";"))
        assert rules["frame-ancestors"] == "'none'" and rules["object-src"] == "'none'"
        assert rules["default-src"] == "'self'" and "unsafe" not in rules.get("script-src", rules["default-src"])
        assert rules["base-uri"] == "'self'" and rules["form-action"] == "'self'"


def test_no_link_with_a_key_reaches_another_site(app: FastAPI) -> None:
    table_id, key = app.state.table_service.create(config_for(PERSON, PERSON, PERSON))
    for path in (f"/t/{table_id}/sit/{key}", f"/t/{table_id}", *PAGES):
        assert ask(app, "GET", path).headers["referrer-policy"] == "same-origin"
    for path in (f"/t/{table_id}", "/", "/docs"):
        assert not re.findall(r"""(?:src|href|action)=["'](?:https?:)?//""", ask(app, "GET", path).text)


def test_other_sites_can_neither_embed_nor_read_answers(app: FastAPI) -> None:
    for path in PAGES:
        headers = ask(app, "GET", path, headers={"origin": "https://evil.example"}).headers
        assert "access-control-allow-origin" not in headers
        assert headers["cross-origin-resource-policy"] == headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_scripts_never_see_the_browsers_id_and_https_keeps_it_off_http(app: FastAPI, scheme: str) -> None:
    table_id, key = app.state.table_service.create(config_for(PERSON, PERSON, PERSON))
    answer = ask(app, "GET", f"{scheme}://localhost/t/{table_id}/sit/{key}")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=" in cookie and "samesite=none" not in cookie
    assert ("secure" in cookie) == (scheme == "https")
    assert ("strict-transport-security" in answer.headers) == (scheme == "https")


def test_scripts_put_no_text_of_users_into_pages_as_html() -> None:
    risky = re.compile(r"(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function)")
    # What the server has rendered may be put into a page; it escapes all text.
    rendered = re.compile(r"(?:inner|outer)HTML = (?:await response\.text\(\)|line|text;)")
    for script in sorted(SCRIPTS.rglob("*.js")):
        if "vendor" not in script.parts:
            source = script.read_text(encoding="utf-8")
            assert not risky.search(rendered.sub("", source)), script
            if "HTML = text;" in source:
                assert all("await response.text()" in value for value in re.findall(r"\btext = (.*)", source)), script
