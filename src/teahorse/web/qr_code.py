"""QR codes as inline SVG."""

import io

import segno
from markupsafe import Markup


def qr_code(text: str, label: str) -> Markup:
    """A text as a QR code; `label` says what it is for."""
    drawing = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawing,
        kind="svg",
        xmldecl=False,
        svgns=False,
        omitsize=True,
        border=3,
        title=label,
        svgclass="qr",
        lineclass=None,
    )
    return Markup(drawing.getvalue().decode())
