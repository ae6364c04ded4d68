/**
 * Generates `plugins/angelscript/baseline/engine-enums.json` and `engine-types.json` from checkouts of public projects:
 *
 *     bun build/angelscript-baseline.ts FOLDER
 *
 * FOLDER has a subfolder `owner+name` for each project below. Types are from a single cache with a free license. Enum values are
 * those used in caches and scripts, so they're incomplete.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { MemberSymbol, TypeSymbol } from "../plugins/angelscript/database/symbols.ts";
import { libraryOfBinds, readHeaders } from "../plugins/angelscript/native/binds-cache.ts";
import { type BindsCache, readBindsCache } from "../plugins/angelscript/native/binds-layout.ts";
import { memberSignature } from "../plugins/angelscript/symbols/signature-text.ts";

/** Commit and license of each source. The files themselves don't say which engine version they're from. */
const SOURCES = [
  { project: "franklzt/ASThirdPerson", commit: "7132476", written: "2025-03", licence: "MIT", types: true },
  { project: "AntonHedlundFG/TDProject", commit: "76bb9ae", written: "2024-03", licence: "none stated" },
  { project: "AliAryaei/Strategic-AI", commit: "de74653", written: "2024-03", licence: "none stated" },
  {
    project: "straywriter/UnrealEngine-Angelscript-Performance",
    commit: "5f34e01",
    written: "2024-11",
    licence: "none stated",
  },
  { project: "ltsLumina/FishingGame", commit: "af6bfe7", written: "2025-09", licence: "none stated" },
  { project: "brunogbrito/SpaceTurrets", commit: "2371f27", written: "2022-03", licence: "none stated" },
  { project: "CreativeMetalCat/PuzzleHorrorPrototype", commit: "0aba6e6", written: "2020-08", licence: "BSD-2-Clause" },
  { project: "XXIEM/FPS_NetWork", commit: "2fe51f7", written: "2023-07", licence: "none stated" },
  { project: "TDGameStudio/AngelscriptProject", commit: "f84f9bb", written: "2026-07", licence: "none stated" },
  { project: "xiaohanor/angelscript-sample", commit: "827ccff", written: "2026-02", licence: "none stated" },
];

/** Engine modules with types that game scripts use. */
const MODULES = new Set(
  "CoreUObject Engine UMG SlateCore Slate InputCore EnhancedInput AIModule NavigationSystem GameplayTags GameplayTasks GameplayAbilities Niagara AngelscriptCode MovieScene LevelSequence CinematicCamera PhysicsCore DeveloperSettings MediaAssets".split(
    " ",
  ),
);

const folder = resolve(process.argv[2] ?? ".");
const target = resolve(import.meta.dirname, "../plugins/angelscript/baseline");

interface Source {
  binds: BindsCache;
  headers: Map<string, string>;
  scripts: string;
}

function read(project: string): Source {
  const top = join(folder, project.replace("/", "+"));
  const at = ["Script", ""].map((name) => join(top, name, "Binds.Cache")).find((path) => existsSync(path));
  const headers = at === undefined ? undefined : `${at}.Headers`;
  const scripts = readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".as"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  return {
    binds: at === undefined ? { types: [] } : readBindsCache(readFileSync(at)),
    headers: headers !== undefined && existsSync(headers) ? readHeaders(readFileSync(headers)) : new Map(),
    scripts: scripts.join("\n"),
  };
}

/** Values of these enums come from project settings, so they aren't part of the engine. */
const OF_SETTINGS = /^E(?:CollisionChannel|ObjectTypeQuery|TraceTypeQuery|PhysicalSurface)$/;
const OF_ENGINE = /^(?:ECC_\w+|(?:Object|Trace)TypeQuery\d+|SurfaceType\w+)$/;

const moduleOf = (path: string): string => /^\/Script\/(\w+)/.exec(path)?.[1] ?? "";
const sorted = <Value>(map: Map<string, Value>): [string, Value][] => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

/** Enum values by enum, as seen in the sources. */
function enums(sources: readonly Source[]): Record<string, string> {
  const known = new Set<string>();
  for (const { headers } of sources)
    for (const path of headers.keys()) {
      const name = path.slice(path.lastIndexOf(".") + 1);
      if (/^E(?!Haze)[A-Z]\w*$/.test(name) && MODULES.has(moduleOf(path))) known.add(name);
    }
  const values = new Map<string, Set<string>>();
  const look = (text: string): void => {
    for (const [, name = "", value = ""] of text.matchAll(/\b(E[A-Z]\w+)::(\w+)/g)) {
      if (!known.has(name) || (OF_SETTINGS.test(name) && !OF_ENGINE.test(value))) continue;
      const list = values.get(name) ?? new Set();
      values.set(name, list.add(value));
    }
  };
  for (const { binds, scripts } of sources) {
    look(scripts.replace(/\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"/g, ""));
    for (const type of binds.types) for (const method of type.methods) look(method.declaration);
  }
  return Object.fromEntries(sorted(values).map(([name, list]) => [name, [...list].sort().join(" ")]));
}

const text = (member: MemberSymbol, owner: string): string =>
  memberSignature(member)
    .replace(`${owner}.`, "")
    .replace(/\bproperty$/, "")
    .trim() + (member.accessor ? " property" : "");

function types({ binds, headers }: Source) {
  const library = libraryOfBinds(binds, headers);
  const path = new Map(binds.types.map((type) => [type.name, type.path]));
  const structs: Record<string, string[]> = {};
  const classes: Record<string, string[]> = {};
  const delegates: Record<"events" | "delegates", string[]> = { events: [], delegates: [] };
  const modules = new Set([...headers].filter(([at]) => MODULES.has(moduleOf(at))).map(([, header]) => header));
  for (const [name, type] of [...library.types].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (type.kind === "delegate" || type.kind === "event") {
      if (type.header && modules.has(type.header)) delegates[type.kind === "event" ? "events" : "delegates"].push(name);
      continue;
    }
    const from = path.get(name);
    if (from === undefined || !MODULES.has(moduleOf(from)) || /DEPRECATED|Test[A-Z]|^U?ABP_/.test(name)) continue;
    const into = type.kind === "struct" ? structs : classes;
    into[name] = membersOf(type);
  }
  const namespaces: Record<string, string[]> = {};
  for (const [namespace, members] of sorted(new Map(library.namespaces))) {
    const owners = binds.types.filter((type) => type.methods.some((method) => method.target === namespace));
    if (owners.some((type) => MODULES.has(moduleOf(type.path))))
      namespaces[namespace] = members().map((member) => text(member, "").replace(`${namespace}::`, ""));
  }
  const joined = { events: delegates.events.join(" "), delegates: delegates.delegates.join(" ") };
  return { structs, classes, namespaces, delegates: joined };
}

function membersOf(type: TypeSymbol): string[] {
  return type.members.map((member) => text(member, type.name));
}

const sources = SOURCES.map(({ project }) => read(project));
const published = SOURCES.map(({ types: _, ...source }) => source);
/** One type per line, for readable diffs. */
const write = (name: string, value: object): void =>
  writeFileSync(join(target, name), `${JSON.stringify(value).replace(/("|\]|\}),"(\w*)":(?=["[{])/g, '$1,\n"$2":')}\n`);
write("engine-enums.json", {
  note: "Enums of the engine with the values that public scripts and caches name; made by build/angelscript-baseline.ts.",
  sources: published,
  enums: enums(sources),
});
write("engine-types.json", {
  note: "Types of one public Binds.Cache; made by build/angelscript-baseline.ts.",
  sources: published.slice(0, 1),
  ...types(sources[SOURCES.findIndex((source) => source.types)]!),
});
