/** Implements `script_project_check`, which finds problems of the whole project, such as dead code or assembly cycles. */
import { type Context, ifThere, type JsonObject, type Outcome } from "../../../core/host/plugin-api.ts";
import type { AssemblyGraph } from "../project/assembly-graph.ts";
import { Projects } from "../project/project.ts";
import type { FileScope } from "../project/scopes.ts";
import { PREDEFINED } from "../project/script-assemblies.ts";
import type { Directories, UnusedAnswer, UnusedRow } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import type { AssetUse } from "../unity/asset-uses.ts";
import type { AssetUsesJob } from "../unity/asset-uses-worker.ts";
import { namedMethods } from "./assets/named-methods.ts";
import { ASSETS, CARRIERS, unreadAssets } from "./assets/unread-assets.ts";
import { defines, scripts } from "./checks/assembly-checks.ts";
import { type Checked, events, serialized } from "./checks/unity-checks.ts";
import { scriptError } from "./error-envelope.ts";

export interface Input {
  check: "dead" | "assemblies" | "missing" | "events" | "scripts" | "defines" | "serialized";
  scope: FileScope;
  name: string;
}

/** Other files that may refer to C#, such as pages, views, bindings, other languages and configuration. */
const OTHER_SOURCES = [
  ...["*.razor", "*.cshtml", "*.vbhtml", "*.aspx", "*.ascx", "*.xaml", "*.axaml", "*.uxml"],
  ...["*.vb", "*.fs", "*.tt", "appsettings*.json"],
];
/** The number of names in one search. */
const NAMES_AT_ONCE = 1000;
const GUID = "[0-9a-f]{32}";
/** The number of solutions (and of project files for each of them) that we list in a note. */
const MAX_NAMED = 5;

export default async function scriptProjectCheck(input: Input, context: Context): Promise<Outcome> {
  const service = await context.service<ScriptService>();
  const { check, name } = input;
  if (name !== "" && !NAMED.has(check))
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `"name" has no effect on ${check}`, {
      hint: `Omit it; it applies only to ${[...NAMED].join(", ")}`,
    });
  const { results, notes } = await checked(input, service, context);
  return {
    value: {
      success: true,
      check: input.check,
      results,
      total: results.length,
      ...(notes.length > 0 ? { notes } : {}),
      ...(await service.unread()),
    },
  };
}

const NAMED: ReadonlySet<Input["check"]> = new Set(["events", "scripts", "defines", "serialized"]);

async function checked({ check, scope, name }: Input, service: ScriptService, context: Context): Promise<Checked> {
  switch (check) {
    case "events":
      return await events(name, service, context);
    case "serialized":
      return await serialized(scope, name, service, context);
    case "scripts":
      return await scripts(scope, name, service, context);
    case "defines":
      return await defines(scope, name, service, context);
    case "assemblies":
      return await assemblies(service, context);
  }
  const where = await service.ask<Directories>({ op: "directories" }, context);
  return check === "dead" ? await dead(scope, service, where, context) : await missing(service, where, context);
}

async function dead(scope: FileScope, service: ScriptService, where: Directories, context: Context): Promise<Checked> {
  const { signal } = context;
  const named = await namedMethods(service, where, context);
  const carried = await service.matchesIn(`m_Script: \\{fileID: -?\\d+, guid: ${GUID}`, where, {
    signal,
    globs: ASSETS,
  });
  const unread = await unreadAssets(service, where, context);
  const { rows, unjudged } = await service.ask<UnusedAnswer>(
    {
      op: "unused",
      scope,
      bound: [...named],
      carried: [...new Set(carried.map(({ text }) => text.slice(-32)))],
      isBlind: unread.paths.length > 0,
    },
    context,
  );
  const rated = await namedInOtherFiles(rows, service, where, context);
  return {
    results: rated,
    notes: [
      ...unread.notes,
      ...(unjudged > 0
        ? [
            `${unjudged} ${unjudged === 1 ? "declaration was" : "declarations were"} not checked because their files changed in the meantime`,
          ]
        : []),
      "Only private names and unique names were checked. For a public name that several declarations share, use script_refs_find",
    ],
  };
}

/** Returns the names to search for. In XAML, `GetCircle` and `SetCircle` of `Effects` are written as `Effects.Circle`. */
function namesOf({ kind, symbol }: UnusedRow): string[] {
  const at = Math.max(symbol.lastIndexOf("/"), symbol.lastIndexOf("."));
  const name = symbol.slice(at + 1);
  const [, attached] = (kind === "method" && /^[GS]et(.+)$/.exec(name)) || [];
  if (attached === undefined || at < 0) return [name];
  return [name, `${symbol.slice(0, at).replace(/^.*[/.]/, "")}.${attached}`];
}

/** Looks for mentions in other files. If there are any, we are no longer certain that a declaration is unused. */
async function namedInOtherFiles(
  rows: UnusedRow[],
  service: ScriptService,
  where: Directories,
  { signal }: Context,
): Promise<UnusedRow[]> {
  const certain = rows.filter(({ certainty }) => certainty === "certain");
  // Longer names come first, because a search takes the first one that fits.
  const names = [...new Set(certain.flatMap(namesOf))].sort((a, b) => b.length - a.length);
  const places = new Map<string, string>();
  for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
    const some = names.slice(at, at + NAMES_AT_ONCE).map((name) => name.replace("@", "").replace(".", "\\."));
    const found = await service.matchesIn(`\\b(?:${some.join("|")})\\b`, where, { signal, globs: OTHER_SOURCES });
    for (const { path, text } of found)
      for (const name of [text, text.replace(/\..*/, "")]) places.set(name, path.slice(path.lastIndexOf("/") + 1));
  }
  if (places.size === 0) return rows;
  const rated = rows.map((row): UnusedRow => {
    const [place] = row.certainty === "certain" ? namesOf(row).flatMap((name) => places.get(name) ?? []) : [];
    return place === undefined ? row : { ...row, certainty: "possible", why: `${place} names it` };
  });
  return ["certain", "possible"].flatMap((how) => rated.filter(({ certainty }) => certainty === how));
}

async function assemblies(service: ScriptService, context: Context): Promise<Checked> {
  const { rows, cycles, solutions, inNone } = await service.ask<AssemblyGraph>({ op: "assemblies" }, context);
  const results: JsonObject[] = cycles.map((names) => ({ kind: "cycle", symbol: names.join(" → ") }));
  for (const { name, path, scripts, references, external } of rows) {
    results.push({
      kind: path === "" ? "no definition" : "assembly",
      symbol: name === "" ? "(outside of any project)" : name,
      ...(path === "" ? {} : { path: await service.display(path) }),
      scripts,
      ...(references.length > 0 ? { references } : {}),
      ...(external.length > 0 ? { outside: external } : {}),
    });
  }
  const named = async (paths: readonly string[]) => {
    const some = await Promise.all(paths.slice(0, MAX_NAMED).map((path) => service.display(path)));
    return [...some, ...(paths.length > some.length ? [`${paths.length - some.length} more`] : [])].join(", ");
  };
  const ofSolutions: string[] = [];
  for (const { path, holds, missing } of solutions.slice(0, MAX_NAMED)) {
    const lost =
      missing.length === 0 ? "" : `, and references projects that are not in the workspace: ${await named(missing)}`;
    ofSolutions.push(`${await service.display(path)} contains ${holds} ${holds === 1 ? "project" : "projects"}${lost}`);
  }
  if (inNone.length > 0) ofSolutions.push(`In no solution: ${await named(inNone)}`);
  const loose = rows.find(({ name, path }) => name === PREDEFINED && path === "")?.scripts ?? 0;
  return {
    results,
    notes: [
      cycles.length === 0
        ? "No assemblies reference each other in a cycle"
        : "Assemblies that reference each other are not compiled",
      ...ofSolutions,
      ...(loose > 0
        ? [
            `${loose} ${loose === 1 ? "script is" : "scripts are"} in no assembly definition: Unity compiles ${loose === 1 ? "it" : "them"} into ${PREDEFINED}`,
          ]
        : []),
    ],
  };
}

/** The number of assets for which we name the objects. */
const NAMED_ASSETS = 2;
const NAMED_OBJECTS = 3;

async function missing(service: ScriptService, where: Directories, context: Context): Promise<Checked> {
  const { signal } = context;
  const metas = await service.matchesIn(`^guid: ${GUID}`, where, { signal, globs: ["*.meta"] });
  const known = new Set(metas.map(({ text }) => text.slice(-32)));
  const scripts = await service.matchesIn(`m_Script: \\{fileID: (?:0|-?\\d+, guid: ${GUID})`, where, {
    signal,
    globs: CARRIERS,
  });
  const unread = await unreadAssets(service, where, context, CARRIERS);
  // Without a guid, each asset is a finding of its own.
  const lost = new Map<string, { guid: string; assets: Map<string, number[]> }>();
  for (const { path, line, text } of scripts) {
    const guid = /[0-9a-f]{32}$/.exec(text)?.[0] ?? "";
    // The built-in scripts of the engine do not have a file.
    if (known.has(guid) || /^0{16}/.test(guid)) continue;
    const key = guid || path;
    const same = lost.get(key) ?? { guid, assets: new Map<string, number[]>() };
    same.assets.set(path, [...(same.assets.get(path) ?? []), line]);
    lost.set(key, same);
  }
  const { absent, unlisted } = await absentPackages(context);
  const isOpen = absent.length > 0 || unlisted.length > 0;
  const results: JsonObject[] = [];
  for (const { guid, assets } of lost.values()) {
    const paths = [...assets.keys()].sort();
    const [path = ""] = paths;
    const lines = assets.get(path) ?? [];
    const objects = await carriersOf(guid, paths.slice(0, NAMED_ASSETS), context);
    results.push({
      kind: "missing script",
      symbol: objects.slice(0, NAMED_OBJECTS).join(", "),
      path: context.workspace.display(path),
      line: lines[0] ?? 1,
      count: [...assets.values()].reduce((sum, each) => sum + each.length, 0),
      assets: paths.length,
      certainty: guid === "" || !isOpen ? "certain" : "possible",
      ...(guid === "" ? { why: "no script at all" } : { guid }),
    });
  }
  const notes = [...unread.notes];
  if (results.some(({ guid }) => guid !== undefined))
    notes.push("Each guid is listed once: pass it to script_asset_usages to list everything that refers to it");
  if (absent.length > 0)
    notes.push(
      `${absent.length} ${absent.length === 1 ? "package has" : "packages have"} no files on this machine (${some(absent)}): their scripts count as possible. Open the project in Unity once, or fetch Library/PackageCache`,
    );
  if (unlisted.length > 0)
    notes.push(`${some(unlisted)} has no Packages/manifest.json: scripts of packages count as possible`);
  return { results: results.sort(byLikelihood), notes };
}

/**
 * Sorts the findings. Those that are certain come first, followed by those in few assets, because it is mostly the scripts of
 * packages that are in many.
 */
function byLikelihood(a: JsonObject, b: JsonObject): number {
  const rank = ({ certainty }: JsonObject) => Number(certainty !== "certain");
  return rank(a) - rank(b) || Number(a.assets) - Number(b.assets) || (String(a.path) < String(b.path) ? -1 : 1);
}

/** Returns the names of objects that have the script as a component. */
async function carriersOf(guid: string, paths: string[], context: Context): Promise<string[]> {
  const job: AssetUsesJob = { guid: guid === "" ? "m_Script: {fileID: 0}" : guid, member: "", paths };
  const uses = await context.worker<(AssetUse[] | undefined)[]>("assets", job, { signal: context.signal });
  const objects = uses
    .flatMap((each) => each ?? [])
    .flatMap(({ kind, object = "" }) => (kind === "component" ? object : ""));
  return [...new Set(objects)].filter((object) => object !== "");
}

function some(names: readonly string[]): string {
  return `${names.slice(0, MAX_NAMED).join(", ")}${names.length > MAX_NAMED ? ", …" : ""}`;
}

/**
 * Returns the packages with scripts that are not on this disk, and the projects that do not list their packages. Modules and
 * features don't matter, because they have no scripts.
 */
async function absentPackages(context: Context): Promise<{ absent: string[]; unlisted: string[] }> {
  const projects = (await new Projects(context).current()).filter(({ unity }) => unity);
  const absent = projects.flatMap(({ packages }) =>
    packages.filter(
      ({ name, folder, readable }) =>
        (folder === undefined || !readable) && !/^com\.unity\.(?:modules|feature)\./.test(name),
    ),
  );
  const unlisted: string[] = [];
  for (const { root } of projects) {
    const manifest = await ifThere(context.files.stat(`${root.path}/Packages/manifest.json`));
    if (!manifest) unlisted.push(root.name);
  }
  return { absent: [...new Set(absent.map(({ name }) => name))], unlisted };
}

export { checkLines as lines } from "./relation-lines.ts";
