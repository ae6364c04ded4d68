/**
 * Implements `script_project_check` for assemblies. This shows which scripts are in an assembly (or in none), and which code
 * depends on a define.
 */
import type { Context, JsonObject } from "../../../../core/host/plugin-api.ts";
import type { FileScope } from "../../project/scopes.ts";
import type { AssembliesOf, Directories, ScriptFiles } from "../../queries/requests/requests.ts";
import type { ScriptService } from "../../queries/service.ts";
import { scriptError } from "../error-envelope.ts";
import type { Checked } from "./unity-checks.ts";

interface Assemblies {
  /** Maps the path of a script to its assembly. */
  of: Map<string, string>;
  files: ScriptFiles;
  definitions: Record<string, string>;
}

async function assembliesIn(scope: FileScope, service: ScriptService, context: Context): Promise<Assemblies> {
  const files = await service.ask<ScriptFiles>({ op: "files", scope }, context);
  const { names, definitions } = await service.ask<AssembliesOf>({ op: "assembliesOf", paths: files.paths }, context);
  return { of: new Map(files.paths.map((path, at) => [path, names[at] ?? ""])), files, definitions };
}

/** Returns the scripts of an assembly, or those without any assembly definition. */
export async function scripts(
  scope: FileScope,
  name: string,
  service: ScriptService,
  context: Context,
): Promise<Checked> {
  const { of, files, definitions } = await assembliesIn(scope, service, context);
  const known = [...new Set(of.values())].sort();
  const isMissing = name !== "" && !known.includes(name);
  // If we are given the full name, we look in all scopes.
  if (isMissing && scope !== "all") return await scripts("all", name, service, context);
  if (isMissing)
    throw scriptError(
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      `No script here belongs to an assembly ${JSON.stringify(name)}`,
      {
        hint: `Write one of ${known.filter((each) => each !== "").join(", ")}`,
      },
    );
  const isWanted = (assembly: string) => (name === "" ? definitions[assembly] === undefined : assembly === name);
  const results = files.paths.flatMap((path, at): JsonObject[] => {
    const assembly = of.get(path) ?? "";
    return isWanted(assembly) ? [{ kind: "script", symbol: assembly, path: files.displays[at] ?? path }] : [];
  });
  const notes = name === "" ? ["Scripts in no assembly definition; pass name to choose an assembly"] : [];
  return { results, notes };
}

/**
 * Returns one row for each define and assembly. If the query already names one define or assembly, there is one row for each
 * file, with the lines of all conditions.
 */
export async function defines(
  scope: FileScope,
  name: string,
  service: ScriptService,
  context: Context,
): Promise<Checked> {
  const { of, files } = await assembliesIn(scope, service, context);
  const shown = new Map(files.paths.map((path, at) => [path, files.displays[at] ?? path]));
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const found = await service.matchesIn("^\\s*#\\s*(?:el)?if\\s.+", where, { signal: context.signal, globs: ["*.cs"] });
  const rows = new Map<string, JsonObject & { count: number; lines?: number[] }>();
  for (const { path, line, text } of found) {
    const assembly = of.get(path);
    if (assembly === undefined) continue;
    const condition = text.replace(/^\s*#\s*(?:el)?if\s/, "").replace(/\/\/.*$/, "");
    for (const symbol of new Set(condition.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [])) {
      if (symbol === "true" || symbol === "false") continue;
      if (name !== "" && symbol !== name && assembly !== name) continue;
      const key = `${symbol} ${assembly} ${name === "" ? "" : path}`;
      const known = rows.get(key);
      if (known) {
        known.count++;
        known.lines?.push(line);
      } else {
        const place = { path: shown.get(path) ?? path, line, ...(name === "" ? {} : { lines: [line] }) };
        rows.set(key, { kind: "define", symbol, why: `in ${assembly}`, ...place, count: 1 });
      }
    }
  }
  const results = [...rows.values()].sort((a, b) => (`${a.symbol} ${a.why}` < `${b.symbol} ${b.why}` ? -1 : 1));
  if (name !== "" && results.length === 0 && scope !== "all") return await defines("all", name, service, context);
  if (name !== "" && results.length === 0)
    throw scriptError(
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      `No #if of these scripts names ${JSON.stringify(name)}, and no assembly with that name has one`,
      {
        hint: "Omit name for all defines",
      },
    );
  return { results, notes: ["count is the number of #if and #elif conditions"] };
}
