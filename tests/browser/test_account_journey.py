"""Accounts in the browser: a person on two devices, from signing up to deleting."""

import json
from pathlib import Path
from urllib.parse import quote

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

from teahorse.server.tables.keys import new_id

PASSWORD, NEW_PASSWORD = "tea from Pu'er", "a caravan of horses"


def sign_up(user: BrowserUser, name: str) -> None:
    user.visit("/account/new")
    user.page.fill("[name=name]", name)
    user.page.fill("[name=password]", PASSWORD)
    user.page.fill("[name=again]", PASSWORD)
    user.page.click("main button.primary")
    user.sees(".account-link", name)


def sign_in(user: BrowserUser, name: str, password: str = PASSWORD) -> None:
    user.visit("/account")
    user.page.fill("[name=name]", name)
    user.page.fill("[name=password]", password)
    user.page.click("main button.primary")


def test_a_person_finds_the_table_on_another_device_and_leaves_in_the_end(
    ann: BrowserUser, sessions: BrowserSessions, tables: TableAccess, tmp_path: Path
) -> None:
    name = f"Ann {new_id()}"  # the server is shared, and a second try needs another name
    table = tables.create(None, "novice", "novice")
    ann.sit_down(table.seat_path)
    sign_up(ann, name)  # the seat comes along
    ann.visit("/")
    ann.sees(f'a[href="/t/{table.id}"]')

    phone = sessions.open(phone=True, locale="de")
    sessions.allow_errors(422)
    phone.visit("/")
    phone.page.click("text=Anmelden")
    sign_in(phone, name.lower(), "not the password")
    phone.sees("[role=alert]", "Name und Passwort passen nicht zusammen.")
    sign_in(phone, name.upper())
    phone.page.click(f'a[href="/t/{table.id}"]')
    phone.wait_for_row(0)
    phone.wait_for_turn()
    row = phone.row
    tried = phone.context.request.post(
        f"{phone.address}/t/{table.id}/moves", form={"move": "bid school 9", "number": row + 1}
    )
    assert tried.ok  # the seat is hers there, too
    ann.sit_down(f"/t/{table.id}")
    ann.wait_for_row(row + 1)

    # A link on another site brings no strict cookie; the page is asked for once more, with it.
    elsewhere = ann.context.new_page()
    elsewhere.set_content(f'<a href="{ann.address}/t/{table.id}">our game</a>')
    elsewhere.click("a")
    expect(elsewhere.locator("#table.yours")).to_be_attached()  # not a spectator
    elsewhere.close()

    # A new password signs all other devices out.
    phone.visit("/account")
    phone.page.click("summary >> text=Passwort ändern")
    phone.page.fill("form[action='/account/password'] [name=password]", PASSWORD)
    phone.page.fill("[name=new]", NEW_PASSWORD)
    phone.page.fill("[name=again]", NEW_PASSWORD)
    phone.page.click("button.primary >> text=Passwort ändern")
    phone.sees("[role=status]", "Dein Passwort ist geändert.")
    ann.visit("/")
    ann.sees(".account-link", "Sign in")
    expect(ann.page.locator(f'a[href="/t/{table.id}"]')).to_have_count(0)
    sign_in(ann, name, NEW_PASSWORD)
    ann.sees(f'a[href="/t/{table.id}"]')

    phone.visit("/account")
    phone.sees("#devices ~ p", "2 Geräten")
    phone.page.click("text=Überall abmelden")
    phone.sees(".account-link", "Anmelden")
    ann.visit("/account")
    ann.sees("h1", "Sign in")

    sign_in(ann, name, NEW_PASSWORD)
    ann.visit("/account")
    with ann.page.expect_download() as download:
        ann.page.click("text=Save my data")
    download.value.save_as(tmp_path / "account.json")
    saved = json.loads((tmp_path / "account.json").read_text())
    assert saved["account"]["name"] == name and saved["tables"][0]["table"] == table.id

    ann.page.click("summary >> text=Delete the account")
    ann.page.fill("form[action='/account/delete'] [name=password]", NEW_PASSWORD)
    ann.page.click("text=Delete my account")
    ann.sees(".account-link", "Sign in")
    sign_in(ann, name, NEW_PASSWORD)
    ann.sees("[role=alert]", "The name and the password don't fit together.")


RATED = "async path => (await (await fetch(path)).text()).includes('1 rated game, ')"


def test_a_finished_game_of_two_people_is_rated_and_shown(sessions: BrowserSessions, tables: TableAccess) -> None:
    played = tables.rows(tables.create(None, None, None, until=lambda game: game.is_over).id)
    table = tables.create(None, None, None, moves=tuple(played[:-1]))
    last = int(str(tables.game(table.id).to_move)[1:]) - 1
    users = {}
    lan_name, tashi_name = f"Lan {new_id()}", f"Tashi {new_id()}"
    for name, seat in ((lan_name, last), (tashi_name, (last + 1) % 3)):
        users[name] = user = sessions.open()
        sign_up(user, name)
        tables.give_seat(table, name, seat)
    lan, tashi = users.values()
    move = {"move": played[-1], "number": len(played)}
    assert lan.context.request.post(f"{lan.address}/t/{table.id}/moves", form=move).ok
    lan.visit("/rules/1")
    lan.wait_until(RATED, f"/players/{quote(lan_name)}")
    lan.visit(f"/players/{quote(lan_name)}")
    lan.sees(".ratings", "Edition 2023, 3 players")
    tashi.visit("/players")
    expect(tashi.page.locator(".leaders .own")).to_contain_text(tashi_name)
    tashi.page.click(f"text={lan_name}")
    tashi.sees("h1", lan_name)
    tashi.visit("/account")
    tashi.page.check("[name=visibility][value=private]")
    tashi.page.click("button >> text=Save")
    tashi.sees("[role=status]", "Your choice is saved.")
    lan.visit("/players")
    expect(lan.page.locator(".leaders")).not_to_contain_text(tashi_name)
