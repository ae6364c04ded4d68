/** Creates the code rows of `script_impact_find`. Each file is one row, with all lines that use the symbol or its family. */
import type { Context, JsonObject } from "../../../../core/host/plugin-api.ts";
import type { ReferencePage, RenameSet } from "../../queries/requests/requests.ts";

interface CodeUse {
  display: string;
  line: number;
  column: number;
  kind: string;
  certainty: string;
}

/** Returns a row for each file and certainty. Words in comments and strings get their own rows. */
export function codeRows({ files }: ReferencePage, set: RenameSet | undefined): JsonObject[] {
  const uses = new Map<string, CodeUse>();
  const add = (use: CodeUse) => {
    const key = `${use.display}:${use.line}:${use.column}`;
    if (uses.get(key)?.certainty !== "certain") uses.set(key, use);
  };
  for (const { display, references } of files) for (const each of references) add({ display, ...each });
  for (const each of set?.places ?? []) add({ ...each, certainty: "certain" });
  for (const each of set?.possible ?? []) add({ ...each, certainty: "possible" });
  const groups = new Map<string, CodeUse[]>();
  for (const use of uses.values()) {
    const key = `${use.kind === "text" ? "text" : "code"}|${use.certainty}|${use.display}`;
    const group = groups.get(key);
    if (group) group.push(use);
    else groups.set(key, [use]);
  }
  const rows = [...groups].map(([key, group]): JsonObject => {
    const [where = "", certainty = ""] = key.split("|");
    const lines = [...new Set(group.map(({ line }) => line))].sort((a, b) => a - b);
    const kinds = [...new Set(group.map(({ kind }) => kind))].sort();
    const path = group[0]?.display ?? "";
    return { where, kind: kinds.join(" "), path, line: lines[0] ?? 0, lines, count: group.length, certainty };
  });
  return rows.sort((a, b) => order(a) - order(b) || (String(a.path) < String(b.path) ? -1 : 1));
}

function order({ where, certainty }: JsonObject): number {
  return (where === "code" ? 0 : 2) + (certainty === "certain" ? 0 : 1);
}

/** Returns collisions with the new name as rows, and adds external contracts to the notes. */
export function renameRows(set: RenameSet, notes: string[], context: Context): JsonObject[] {
  for (const contract of set.contracts.known)
    notes.push(
      `It overrides or implements ${contract}, which is declared outside the sources, so the name cannot be changed`,
    );
  for (const contract of set.contracts.possible)
    notes.push(`It may implement a member of ${contract}, whose members are unknown`);
  return set.conflicts.map(({ why, path, line }) => ({
    where: "conflict",
    kind: why,
    path: context.workspace.display(path),
    line,
    certainty: "certain",
  }));
}
