"""What the adapters that vendors ship make of jig: LangChain's lists and calls its tools, google-genai and OpenAI's strict schemas take each.

Usage: vendor_adapters.py JIG PROJECT... ; JSON on stdout, one report a project.
"""

import asyncio
import copy
import json
import sys

from agents.strict_schema import ensure_strict_json_schema
from google.genai import _mcp_utils
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import convert_mcp_tool_to_langchain_tool
from openai.lib._pydantic import _ensure_strict_json_schema

# What OpenAI's strict mode refuses, whoever made the schema strict.
REFUSED = {"allOf", "oneOf", "not", "dependentRequired", "dependentSchemas", "if", "then", "else", "patternProperties"}


def said(schema: dict, path: str = "") -> set[str]:
    """The way to every property that a schema names."""
    found = set()
    for name, part in schema.get("properties", {}).items() if isinstance(schema, dict) else []:
        found.add(f"{path}/{name}")
        found |= said(part, f"{path}/{name}")
        if isinstance(part.get("items"), dict):
            found |= said(part["items"], f"{path}/{name}/*")
    return found


def loose(schema: object, path: str = "") -> list[str]:
    """Where a schema is not what strict mode demands: closed objects, every property required, no keyword that is refused."""
    if not isinstance(schema, dict):
        return []
    found = [f"{path}: {word}" for word in REFUSED & schema.keys()]
    properties = schema.get("properties", {})
    if schema.get("type") == "object" or properties:
        if schema.get("additionalProperties") is not False:
            found.append(f"{path}: open")
        if set(schema.get("required", [])) != set(properties):
            found.append(f"{path}: not all required")
    for name, part in properties.items():
        found += loose(part, f"{path}/{name}")
    for each in schema.get("anyOf", []):
        found += loose(each, f"{path}|")
    return found + loose(schema.get("items"), f"{path}/*")


def gemini(tool) -> dict:
    made = _mcp_utils.mcp_to_gemini_tools([tool])
    parameters = made[0].function_declarations[0].parameters
    return parameters.model_dump(exclude_none=True) if parameters else {}


def strict_by_langchain(tool) -> dict:
    function = convert_to_openai_tool(convert_mcp_tool_to_langchain_tool(None, tool, connection={}), strict=True)["function"]
    assert function["strict"] is True and function["description"] == tool.description
    return function["parameters"]


STRICT = {
    "openai": lambda tool: _ensure_strict_json_schema(copy.deepcopy(tool.inputSchema), path=(), root=tool.inputSchema),
    "openai-agents": lambda tool: ensure_strict_json_schema(copy.deepcopy(tool.inputSchema), _reject_open_objects=True),
    "langchain strict": strict_by_langchain,
}
CONVERTERS = {"google-genai": gemini, **STRICT}


def faults_of(tool) -> list[str]:
    faults = []
    for name, convert in CONVERTERS.items():
        try:
            made = convert(tool)
            if lost := said(tool.inputSchema) - said(made):
                faults.append(f"{tool.name}: {name} loses {sorted(lost)}")
            if name in STRICT:
                faults += [f"{tool.name}: {name}: {each}" for each in loose(made)]
        except Exception as error:  # noqa: BLE001
            # It offers a tool without any parameter to models as it is: there is nothing to make strict.
            if name == "openai-agents" and not tool.inputSchema.get("properties"):
                continue
            faults.append(f"{tool.name}: {name}: {error!r}")
    return faults


async def asked(tool, arguments: dict) -> list[str]:
    """A call as LangChain's agents make it: whether it is an error to them, and what the model is shown."""
    message = await tool.ainvoke({"type": "tool_call", "id": "1", "name": tool.name, "args": arguments})
    return [message.status, "".join(part["text"] for part in message.content)]


async def report(jig: str, project: str) -> dict:
    server = {"transport": "stdio", "command": jig, "args": ["mcp", "--as", "text"], "cwd": project}
    client = MultiServerMCPClient({"jig": server})
    async with client.session("jig") as session:
        listed = (await session.list_tools()).tools
        tools = {tool.name: convert_mcp_tool_to_langchain_tool(session, tool) for tool in listed}
        own = {tool.name for tool in await client.get_tools()}
        files = tools["list_files"]
        return {
            "tools": [tool.name for tool in listed],
            "faults": [fault for tool in listed for fault in faults_of(tool)] + sorted(own ^ tools.keys()),
            "found": await asked(tools["search_content"], {"query": "Damage", "fixed_strings": True}),
            # Strict mode makes a model say everything: null stands for what it does not want.
            "nulls": await asked(files, {name: None for name in files.args}),
            "failed": await asked(tools["extract_code_section"], {"file_path": "absent.ts"}),
        }


async def reports(jig: str, projects: list[str]) -> list[dict]:
    return [await report(jig, project) for project in projects]


json.dump(asyncio.run(reports(sys.argv[1], sys.argv[2:])), sys.stdout)
