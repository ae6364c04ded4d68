"""Takes tools/list as JSON on stdin, and says on stdout what google-genai and OpenAI's strict schemas make of each tool."""

import copy
import json
import sys

from agents.strict_schema import ensure_strict_json_schema
from google.genai import _mcp_utils
from mcp.types import Tool


def said(schema: dict, path: str = "") -> set[str]:
    """The way to every property that a schema names."""
    found = set()
    for name, part in schema.get("properties", {}).items() if isinstance(schema, dict) else []:
        found.add(f"{path}/{name}")
        found |= said(part, f"{path}/{name}")
        if isinstance(part.get("items"), dict):
            found |= said(part["items"], f"{path}/{name}/*")
    return found


faults = []
tools = json.load(sys.stdin)
for tool in tools:
    schema = tool["inputSchema"]
    try:
        made = _mcp_utils.mcp_to_gemini_tools([Tool.model_validate(tool)])
        parameters = made[0].function_declarations[0].parameters
        theirs = said(parameters.model_dump(exclude_none=True)) if parameters else set()
        if lost := said(schema) - theirs:
            faults.append(f"{tool['name']}: google-genai loses {sorted(lost)}")
    except Exception as error:  # noqa: BLE001
        faults.append(f"{tool['name']}: google-genai: {error}")
    try:
        strict = ensure_strict_json_schema(copy.deepcopy(schema))
        if lost := said(schema) - said(strict):
            faults.append(f"{tool['name']}: strict schemas lose {sorted(lost)}")
    except Exception as error:  # noqa: BLE001
        faults.append(f"{tool['name']}: strict: {error}")
json.dump({"tools": len(tools), "faults": faults}, sys.stdout)
