"""YAML of which two readers could not think differently: no aliases, no key twice, within bounds.

Every value is found again by its line, so that an error can say where to look.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.constructor import SafeConstructor

# Far beyond any file that a person writes; a bomb or a mistake is told before it costs anything.
LONGEST = 1_000_000
DEEPEST = 40

Path = tuple[str | int, ...]


class UnreadableYaml(ValueError):
    """A text that is not the YAML that is taken here; `line` counts from 1."""

    def __init__(self, why: str, line: int) -> None:
        super().__init__(why)
        self.line = line


@dataclass(frozen=True, slots=True)
class Document:
    """One document: its value, and the line on which each part of it begins."""

    value: Any
    lines: Mapping[Path, int]

    def line_of(self, path: Path) -> int:
        """The line of the part at `path`, or of what holds it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


_PLAIN = ("bool", "float", "int", "map", "null", "seq", "str")
_TAGS = frozenset(f"tag:yaml.org,2002:{kind}" for kind in _PLAIN)
_TIMESTAMP = "tag:yaml.org,2002:timestamp"


class _Loader(yaml.SafeLoader):
    """YAML in which a time is a text: JSON knows no other."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - the library's own name and shape
        first: [(tag, pattern) for tag, pattern in resolvers if tag != _TIMESTAMP]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def documents(text: str) -> tuple[Document, ...]:
    """Every document in `text`. Raises UnreadableYaml."""
    if len(text) > LONGEST:
        raise UnreadableYaml(f"longer than {LONGEST} characters", 1)
    try:
        return tuple(_document(node) for node in yaml.compose_all(text, _Loader))
    except UnreadableYaml:
        raise
    except RecursionError:
        raise UnreadableYaml(f"nested deeper than {DEEPEST} levels", 1) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        why = f"not YAML: {error.problem or error.context}"
        raise UnreadableYaml(why, mark.line + 1 if mark else 1) from None
    except (yaml.YAMLError, ValueError) as error:
        # The library takes some texts for numbers that it cannot read then.
        raise UnreadableYaml(f"not YAML: {type(error).__name__}", 1) from None


def document(text: str) -> Document:
    """The one document in `text`; an empty text is an empty mapping. Raises UnreadableYaml."""
    found = documents(text)
    if len(found) > 1:
        raise UnreadableYaml("more than one document", 1)
    return found[0] if found else Document({}, {})


def _document(node: yaml.Node) -> Document:
    lines: dict[Path, int] = {}
    seen: set[int] = set()
    for path, inner, line in _walk(node, (), 1):
        if id(inner) in seen:
            # A value that stands in two places can grow without bound, or hold itself.
            raise UnreadableYaml("an alias (`*name`): write the value out", line)
        seen.add(id(inner))
        lines[path] = line
    return Document(SafeConstructor().construct_document(node), lines)


def _walk(node: yaml.Node, path: Path, line: int) -> Iterator[tuple[Path, yaml.Node, int]]:
    """Every node with its path and the line on which a reader looks for it: that of its key."""
    if len(path) > DEEPEST:
        raise UnreadableYaml(f"nested deeper than {DEEPEST} levels", line)
    if node.tag not in _TAGS:
        raise UnreadableYaml(f"the tag `{node.tag}` is not taken here", line)
    yield path, node, line
    if isinstance(node, yaml.SequenceNode):
        for index, inner in enumerate(node.value):
            yield from _walk(inner, (*path, index), inner.start_mark.line + 1)
    elif isinstance(node, yaml.MappingNode):
        yield from _entries(node, path)


def _entries(node: yaml.MappingNode, path: Path) -> Iterator[tuple[Path, yaml.Node, int]]:
    seen: set[str] = set()
    for key, inner in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode) or key.value == "<<":
            raise UnreadableYaml("a key that is no plain text", line)
        if key.value in seen:
            raise UnreadableYaml(f"the key `{key.value}` stands twice", line)
        seen.add(key.value)
        yield from _walk(inner, (*path, key.value), line)
