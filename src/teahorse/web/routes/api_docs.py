"""The page of API operations, made from the OpenAPI description. It loads nothing from another host."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ..rendering import page

router = APIRouter(include_in_schema=False)


@router.get("/docs")
def show_operations(request: Request) -> HTMLResponse:
    """The operations of the JSON API."""
    schema = request.app.openapi()
    return page(request, "operations.html", operations=_operations(schema), models=_models(schema))


def _operations(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Each operation as the page shows it, from the OpenAPI description."""
    return [
        {
            "method": method.upper(),
            "path": path,
            "word": operation["description"],
            "parameters": [
                (given["name"], given["in"], given.get("description", "")) for given in operation.get("parameters", ())
            ],
            "takes": _model_in(operation.get("requestBody", {})),
            "gives": _model_in(next(iter(operation["responses"].values()))),
        }
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    ]


def _models(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The objects that operations take and return, with their fields."""
    return [
        {
            "name": name,
            "word": model["description"],
            "fields": [
                (field_name, _type(field), _model_of(field), field.get("description", ""))
                for field_name, field in model["properties"].items()
            ],
        }
        for name, model in schema["components"]["schemas"].items()
    ]


def _model_in(body: dict[str, Any]) -> str | None:
    """The object in a body; None for plain text or no body."""
    return _model_of(body.get("content", {}).get("application/json", {}).get("schema", {}))


def _model_of(field: dict[str, Any]) -> str | None:
    """The object in a field or its list; None for a plain value."""
    within = field.get("items", field)
    return within["$ref"].rpartition("/")[2] if "$ref" in within else None


def _type(field: dict[str, Any]) -> str:
    """The type of a field in a word or two."""
    if "$ref" in field:
        return str(_model_of(field))
    if "anyOf" in field:
        return " or ".join(_type(choice) for choice in field["anyOf"])
    if "enum" in field:
        return " or ".join(field["enum"])
    if field.get("type") == "array":
        return f"list of {_type(field['items'])}"
    return str(field.get("type", "anything"))
