/** `code_refs_find`: uses of declarations, each certain or possible. */
import { type Context, JigError, type JsonObject, type Outcome } from "../../../core/host/plugin-api.ts";
import { askIndex, type RefsRequest } from "../queries/ask-index.ts";
import { parseNamePath } from "../queries/name-path.ts";

export interface Input {
  name?: string | undefined;
  names?: string[] | undefined;
  at?: string | undefined;
  path?: string | undefined;
  kind?: string | undefined;
}

const KINDS = ["declaration", "call", "read", "write", "type", "import"];

export default async function codeRefsFind(input: Input, context: Context): Promise<Outcome> {
  const names = [...(input.name === undefined ? [] : [input.name]), ...(input.names ?? [])];
  if (names.length > 0 && input.at !== undefined)
    throw invalid("Give either names or at, not both", "at says which name is meant by its place");
  const empty = names.find((name) => parseNamePath(name).name === "");
  if (empty !== undefined)
    throw invalid(
      `${JSON.stringify(empty)} contains no name`,
      "Write a name such as render, or a name path such as App/render",
    );
  const at = input.at === undefined ? undefined : await placeOf(input.at, context);
  const within = input.path === undefined ? undefined : await context.workspace.resolve(input.path, { expect: "any" });
  if (names.length === 0 && !at && within?.kind !== "file")
    throw invalid(
      "The call names no declaration",
      "Give name, names, at, or the path of a file for the uses of all its declarations",
    );
  const request: RefsRequest = {
    op: "refs",
    names,
    kinds: kindsOf(input.kind),
    ...(at ? { at } : {}),
    ...(within ? { within: within.absolute } : {}),
  };
  return { value: { success: true, ...(await askIndex<JsonObject>(request, context)) } };
}

async function placeOf(written: string, context: Context): Promise<NonNullable<RefsRequest["at"]>> {
  const place = /^(.+):(\d+):(\d+)$/.exec(written);
  if (!place?.[1])
    throw invalid(`${JSON.stringify(written)} is no place`, "Write path:line:column, such as src/app.ts:12:7");
  const { absolute } = await context.workspace.resolve(place[1]);
  return { path: absolute, line: Number(place[2]), column: Number(place[3]) };
}

function kindsOf(written = ""): string[] {
  const words = written.split(/[,\s|]+/).filter((word) => word !== "");
  const unknown = words.find((word) => !KINDS.includes(word.toLowerCase()));
  if (unknown !== undefined)
    throw invalid(`Unknown kind ${JSON.stringify(unknown)}`, `Write one of ${KINDS.join(", ")}`);
  return words.map((word) => word.toLowerCase());
}

function invalid(message: string, hint: string): JigError {
  return new JigError("INVALID_ARGUMENT", message, { hint });
}
