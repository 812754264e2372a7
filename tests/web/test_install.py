"""What makes the game installable: manifest, icons, service worker, offline page."""

import re
import struct

from teahorse.server.tables.service import TableService
from teahorse.web.routes import install
from teahorse.web.static_files import FOLDER, static_version
from visitor import Visitor, page_text


def visitor_at(tables: TableService) -> Visitor:
    visitor = Visitor(tables)
    visitor.app.router.routes.extend(install.router.routes)
    return visitor


def test_the_manifest_names_icons_of_the_size_that_it_says(tables: TableService) -> None:
    answer = visitor_at(tables).get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["start_url"], manifest["display"], manifest["lang"]) == ("/", "standalone", "en")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        data = (FOLDER / icon["src"].removeprefix(static_version().root)).read_bytes()
        width, height = struct.unpack(">II", data[16:24])
        assert data.startswith(b"\x89PNG") and f"{width}x{height}" == icon["sizes"]


def test_the_service_worker_changes_with_the_static_files_and_keeps_only_the_shell(tables: TableService) -> None:
    visitor = visitor_at(tables)
    answer = visitor.get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert f'const VERSION = "{install._version()}"' in answer.text
    shell = re.findall(r'"(/static/[^"]+)"', answer.text.partition("const SHELL")[2].partition(";")[0])
    offline = visitor.get("/offline").text
    used = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', offline))
    assert used == set(shell) and f"{static_version().root}base.css" in shell
    assert "every move that was accepted is stored" in page_text(offline)


def test_every_page_names_the_manifest(tables: TableService) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in visitor_at(tables).get("/").text
