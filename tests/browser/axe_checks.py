"""Runs axe on a page, and gives what is serious."""

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from browser_user import BrowserUser

SERIOUS = ("serious", "critical")
# What these rules find is never serious, and they take a fifth of axe's time.
MINOR_RULES = (
    "aria-allowed-role",
    "aria-deprecated-role",
    "empty-table-header",
    "form-field-multiple-labels",
    "heading-order",
    "html-xml-lang-mismatch",
    "image-redundant-alt",
    "landmark-banner-is-top-level",
    "landmark-contentinfo-is-top-level",
    "landmark-main-is-top-level",
    "landmark-no-duplicate-banner",
    "landmark-no-duplicate-contentinfo",
    "landmark-no-duplicate-main",
    "landmark-one-main",
    "landmark-unique",
    "meta-viewport-large",
    "no-autoplay-audio",
    "page-has-heading-one",
    "presentation-role-conflict",
    "region",
    "server-side-image-map",
    "skip-link",
    "table-duplicate-name",
)
OPTIONS = {"resultTypes": ["violations"], "rules": {rule: {"enabled": False} for rule in MINOR_RULES}}
# Half of axe's time goes into colours: it reads the text of the same few again and again, and keeps the fields of each
# in weak maps. Here it reads each text once, and keeps fields in the objects. Its results are the same.
QUICK_AXE = f"""(() => {{
class Field {{
  #key = Symbol();
  has(owner) {{ return Object.hasOwn(owner, this.#key); }}
  get(owner) {{ return owner[this.#key]; }}
  set(owner, value) {{ owner[this.#key] = value; return this; }}
  add(owner) {{ return this.set(owner, true); }}
}}
const [WeakMap, WeakSet] = [Field, Field];
{AXE_SCRIPT};
const colour = axe.commons.color.Color.prototype;
const read = colour.parseString;
const known = new Map();
colour.parseString = function (text) {{
  if (known.has(text)) [this.r, this.g, this.b, this.alpha] = known.get(text);
  else known.set(text, [read.call(this, text).r, this.g, this.b, this.alpha]);
  return this;
}};
}})()"""


def problems(user: BrowserUser) -> list[str]:
    """The serious and critical violations that axe finds on the page."""
    found = Axe(QUICK_AXE).run(user.page, options=OPTIONS).response["violations"]
    return [
        f"{user.page.url} {each['id']}: {node['target']} {node['html'][:150]} {node['failureSummary'][:200]}"
        for each in found
        if each["impact"] in SERIOUS
        for node in each["nodes"]
    ]
