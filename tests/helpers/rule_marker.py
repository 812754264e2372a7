"""The marker that says which rules a test is about."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Cite rules of docs/rules.md by their ids: `@rule("13.3")`."""
    return pytest.mark.rule(*ids)
