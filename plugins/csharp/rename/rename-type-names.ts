/** Updates assets after a type has been renamed. The names of types are saved by events and managed references. */
import type { Context, FileChange } from "../../../core/host/plugin-api.ts";
import type { Directories, RenameSet } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";

const TYPES = new Set(["class", "struct", "interface", "enum"]);

export async function typeNameChanges(set: RenameSet, newName: string, context: Context): Promise<FileChange[]> {
  const pattern = namesOfType(set);
  if (!pattern) return [];
  const service = await context.service<ScriptService>();
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const changes: FileChange[] = [];
  for (const path of (await service.assetsWith(set.name, where, context.signal)).sort()) {
    const { text, hash } = await context.changes.read(path);
    const edits = [...text.matchAll(pattern)].map(({ index }) => ({
      start: index,
      end: index + set.name.length,
      text: newName.replace(/^@/, ""),
    }));
    if (edits.length > 0) changes.push({ path, hash, edits, why: "Unity refers to the type here" });
  }
  return changes;
}

/** Returns a pattern for references to the type or to a type nested in it, or undefined if an asset can't refer to it. */
function namesOfType({ kind, name, declarations }: RenameSet): RegExp | undefined {
  const [path] = (declarations[0]?.symbol_path ?? "").split(" @");
  if (!TYPES.has(kind) || path === undefined || path.includes("<") || !path.endsWith(name)) return undefined;
  const slash = path.lastIndexOf("/");
  const dot = path.indexOf("/") < 0 ? path.lastIndexOf(".") : path.slice(0, path.indexOf("/")).lastIndexOf(".");
  const space = dot < 0 ? "" : path.slice(0, dot);
  const outer = slash < 0 ? "" : path.slice(dot + 1, slash + 1);
  const qualified = RegExp.escape(`${dot < 0 ? "" : `${space}.`}${outer.replaceAll("/", "+")}`);
  const inManaged = RegExp.escape(outer);
  const own = RegExp.escape(name);
  return new RegExp(
    [
      `(?<=^\\s*(?:m_(?:Target|ObjectArgument)AssemblyTypeName|value): ${qualified})${own}(?=(?:\\+[\\w+]+)?, ?[\\w.-]*)`,
      `(?<=type: \\{class: ${inManaged})${own}(?=(?:/[\\w/]+)?,\\s+ns: ${RegExp.escape(space)},)`,
      `(?<=^\\s*value: [\\w.-]+ ${RegExp.escape(space === "" ? "" : `${space}.`)}${inManaged})${own}(?=(?:/[\\w/]+)?\\s*$)`,
    ].join("|"),
    "gm",
  );
}
