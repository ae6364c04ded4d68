/**
 * Implements `code_symbol_find`, which finds declarations in the workspace by name or name path and returns the best
 * matches first.
 */
import { type Context, JigError, type JsonObject, type Outcome } from "../../../core/host/plugin-api.ts";
import { askIndex } from "../queries/ask-index.ts";
import { parseNamePath } from "../queries/name-path.ts";

export interface Input {
  name: string;
  kind?: string | undefined;
  path?: string | undefined;
  exact: boolean;
}

const KINDS = [
  ...["class", "interface", "struct", "enum", "enumMember", "type", "function", "method", "constructor", "property"],
  ...["field", "constant", "variable", "namespace", "module", "macro", "object", "event"],
];

export default async function codeSymbolFind({ name, kind, path, exact }: Input, context: Context): Promise<Outcome> {
  if (parseNamePath(name).name === "") {
    throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(name)} contains no name`, {
      hint: "Write a name such as render, or a name path such as App/render",
    });
  }
  const within = path === undefined ? undefined : await context.workspace.resolve(path, { expect: "any" });
  const answer = await askIndex<JsonObject>(
    { op: "find", name, exact, kinds: kindsOf(kind), ...(within ? { within: within.absolute } : {}) },
    context,
  );
  return { value: { success: true, ...answer } };
}

/** Parses a comma-separated list of kinds. */
function kindsOf(written = ""): string[] {
  return written
    .split(/[,\s|]+/)
    .filter((word) => word !== "")
    .map((word) => {
      const kind = KINDS.find((each) => each.toLowerCase() === word.toLowerCase().replace(/^trait$/, "interface"));
      if (kind) return kind;
      throw new JigError("INVALID_ARGUMENT", `Unknown kind ${JSON.stringify(word)}`, {
        hint: `Write one of ${KINDS.join(", ")}`,
      });
    });
}
