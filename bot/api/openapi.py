"""The description of the interface (OpenAPI 3.1), built from the schemas."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from bot.api.answers import PermissionRecord
from bot.api.operations import DESCRIBED, OPERATIONS, Operation
from bot.api.problems import MEDIA_TYPE, phrase
from bot.api.repeats import HEADER

_REF = "#/components/schemas/{model}"
_ERRORS = (400, 401, 403, 404, 409, 413, 422, 500, 503)
_OPEN_ERRORS = (500, 503)
_ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
_IN_PATH = re.compile(r"\{(\w+)\}")
_KEY = {
    "name": HEADER,
    "in": "header",
    "description": "the same key and body gives the first answer, for 24 hours",
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
}


def document() -> dict[str, Any]:
    """The description as a JSON tree."""
    _, schemas = models_json_schema(
        [(model, "validation") for model in DESCRIBED], ref_template=_REF
    )
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Gatepost",
            "version": "1",
            "description": "Agents ask here; people answer in Slack. No route takes a verdict.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def document_text() -> str:
    """The description as it is served, and kept in `docs/api.json`."""
    return json.dumps(document(), indent=2) + "\n"


def _operation(operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": _parameters(operation),
        "responses": _responses(operation),
        "security": [] if operation.is_open else [{"token": []}],
    }
    if operation.bodies:
        described["requestBody"] = {
            "required": not operation.body_may_be_absent,
            "content": {"application/json": {"schema": _one_of(operation.bodies)}},
        }
    return described


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    in_path = [{**_ID, "name": name} for name in _IN_PATH.findall(operation.path)]
    in_header = [_KEY] if operation.method == "post" else []
    return [*in_path, *operation.query, *in_header]


def _responses(operation: Operation) -> dict[str, Any]:
    found = {str(status): _answer(status, model) for status, model in operation.answers.items()}
    for status in _OPEN_ERRORS if operation.is_open else _ERRORS:
        found[str(status)] = {
            "description": phrase(status),
            "content": {MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="Problem")}}},
        }
    return found


def _answer(status: int, model: type[BaseModel] | None) -> dict[str, Any]:
    described: dict[str, Any] = {"description": phrase(status)}
    if model:
        described["content"] = {"application/json": {"schema": _one_of((model,))}}
    if status == HTTPStatus.ACCEPTED and model is PermissionRecord:
        described["headers"] = {
            "Location": {"required": True, "schema": {"type": "string", "format": "uri-reference"}}
        }
    return described


def _one_of(models: tuple[type[BaseModel], ...]) -> dict[str, Any]:
    references = [{"$ref": _REF.format(model=model.__name__)} for model in models]
    return references[0] if len(references) == 1 else {"anyOf": references}
