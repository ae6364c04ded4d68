/**
 * Assigns scripts to assemblies by Unity's rules for .asmdef and .asmref files. It also determines the references between
 * assemblies and which of them contain tests.
 */
import path from "node:path";
import { type Context, type Json, type JsonObject, parseJson } from "../../../core/host/plugin-api.ts";
import { asObject } from "../command/json-fields.ts";

export type TestMode = "EditMode" | "PlayMode";

export interface Assembly {
  name: string;
  /** This includes assemblies whose sources we don't have. */
  references: string[];
  /** The mode of its tests. */
  tests: TestMode | undefined;
  /** Contains a line with the fingerprint of each file. */
  files: string[];
}

interface Definition {
  folder: string;
  assembly: Assembly;
  guid: string | undefined;
  isAutoReferenced: boolean;
}

/** The assemblies that Unity creates for scripts without a definition. */
const PREDEFINED: Record<string, string[]> = {
  "Assembly-CSharp-firstpass": [],
  "Assembly-CSharp-Editor-firstpass": ["Assembly-CSharp-firstpass"],
  "Assembly-CSharp": ["Assembly-CSharp-firstpass"],
  "Assembly-CSharp-Editor": ["Assembly-CSharp", "Assembly-CSharp-firstpass", "Assembly-CSharp-Editor-firstpass"],
};
const EDITOR_TESTS = "Assembly-CSharp-Editor";
/** The maximum number of these scripts that are searched for tests. */
const MAX_READ = 500;

/** Covers Assets/ and embedded packages. */
export async function assembliesOf(projectRoot: string, context: Context): Promise<Assembly[]> {
  const directories = [path.join(projectRoot, "Assets"), path.join(projectRoot, "Packages")];
  const present = await Promise.all(directories.map((folder) => context.files.stat(folder).catch(() => undefined)));
  const { paths, sizes, mtimesMs } = await context.files.sweep({
    directories: directories.filter((_, index) => present[index]?.kind === "directory"),
    extensions: [".cs", ".asmdef", ".asmref", ".rsp"],
    signal: context.signal,
  });
  const seen = paths.map((file, index) => ({
    file,
    relative: path.relative(projectRoot, file).replaceAll("\\", "/"),
    mark: `${sizes[index]} ${mtimesMs[index]}`,
  }));
  // Unity ignores folders that start with a dot or end with `~`.
  const files = seen.filter(({ relative }) => !/(^|\/)(\.[^/]*|[^/]*~)(\/|$)/.test(relative));
  const definitions = await definitionsAmong(files, context);
  const predefined = new Map<string, Assembly>();
  for (const { relative, mark } of files) {
    const owner = ownerOf(relative, definitions) ?? predefinedFor(relative, predefined);
    owner?.files.push(`${relative} ${mark}`);
  }
  for (const assembly of predefined.values()) {
    const automatic = definitions.filter(({ isAutoReferenced }) => isAutoReferenced);
    assembly.references.push(...automatic.map((each) => each.assembly.name));
  }
  const editor = predefined.get(EDITOR_TESTS);
  if (editor && (await holdsTests(editor, projectRoot, context))) editor.tests = "EditMode";
  return [...new Set([...definitions.map(({ assembly }) => assembly), ...predefined.values()])];
}

interface ScannedFile {
  file: string;
  relative: string;
  mark: string;
}

async function definitionsAmong(files: ScannedFile[], context: Context): Promise<Definition[]> {
  const definitions: Definition[] = [];
  for (const { file, relative } of files.filter((each) => each.file.endsWith(".asmdef"))) {
    const definition = asObject(await jsonIn(file, context));
    if (typeof definition.name !== "string" || definition.name === "") continue;
    const meta = await textIn(`${file}.meta`, context);
    definitions.push({
      folder: folderOf(relative),
      guid: /^guid:\s*([0-9a-f]{32})/m.exec(meta)?.[1],
      isAutoReferenced: definition.autoReferenced !== false && testsOf(definition) === undefined,
      assembly: {
        name: definition.name,
        references: listOf(definition.references),
        tests: testsOf(definition),
        files: [],
      },
    });
  }
  for (const { assembly } of definitions) {
    assembly.references = assembly.references.map((written) => namedIn(written, definitions) ?? written);
  }
  // An .asmref file adds its folder to another assembly.
  for (const { file, relative } of files.filter((each) => each.file.endsWith(".asmref"))) {
    const { reference } = asObject(await jsonIn(file, context));
    const name = typeof reference === "string" ? (namedIn(reference, definitions) ?? reference) : undefined;
    const target = definitions.find(({ assembly }) => assembly.name === name);
    if (target) definitions.push({ ...target, folder: folderOf(relative), guid: undefined });
  }
  return definitions;
}

function namedIn(written: string, definitions: Definition[]): string | undefined {
  const guid = /^GUID:([0-9a-f]{32})$/i.exec(written)?.[1]?.toLowerCase();
  return guid === undefined ? undefined : definitions.find((each) => each.guid === guid)?.assembly.name;
}

/** The guid of UnityEngine.TestRunner, which is the same in all versions. */
const TEST_RUNNER = "GUID:27619889b8ba8c24980f49ee34dbb44a";

/** Tests that are only for the Editor run in Edit Mode, all others in Play Mode. */
function testsOf(definition: JsonObject): TestMode | undefined {
  const has = (key: string, ...wanted: string[]) => listOf(definition[key]).some((each) => wanted.includes(each));
  const isTest =
    has("optionalUnityReferences", "TestAssemblies") ||
    has("defineConstraints", "UNITY_INCLUDE_TESTS") ||
    has("precompiledReferences", "nunit.framework.dll") ||
    has("references", "UnityEngine.TestRunner", TEST_RUNNER);
  if (!isTest) return undefined;
  const platforms = listOf(definition.includePlatforms);
  return platforms.length === 1 && platforms[0] === "Editor" ? "EditMode" : "PlayMode";
}

/** The definition in the nearest parent folder applies. */
function ownerOf(relative: string, definitions: Definition[]): Assembly | undefined {
  const above = definitions.filter(({ folder }) => relative.startsWith(`${folder}/`));
  return above.reduce<Definition | undefined>(
    (nearest, each) => (nearest && nearest.folder.length >= each.folder.length ? nearest : each),
    undefined,
  )?.assembly;
}

function predefinedFor(relative: string, made: Map<string, Assembly>): Assembly | undefined {
  // There is no default assembly in a package.
  if (!relative.startsWith("Assets/")) return undefined;
  const editor = /\/Editor\//.test(relative) ? "-Editor" : "";
  const first = /^Assets\/(Plugins|Standard Assets|Pro Standard Assets)\//.test(relative) ? "-firstpass" : "";
  const name = `Assembly-CSharp${editor}${first}`;
  const known = made.get(name);
  if (known) return known;
  const assembly: Assembly = { name, references: [...PREDEFINED[name]!], tests: undefined, files: [] };
  made.set(name, assembly);
  return assembly;
}

async function holdsTests({ files }: Assembly, projectRoot: string, context: Context): Promise<boolean> {
  for (const line of files.slice(0, MAX_READ)) {
    const file = line.replace(/ \S+ \S+$/, "");
    if (/\[\s*(Unity)?Test(Case|CaseSource)?\b/.test(await textIn(path.join(projectRoot, file), context))) return true;
  }
  return false;
}

function folderOf(relative: string): string {
  return relative.slice(0, relative.lastIndexOf("/"));
}

function listOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

async function jsonIn(file: string, context: Context): Promise<Json> {
  try {
    return parseJson(await textIn(file, context));
  } catch {
    return null;
  }
}

async function textIn(file: string, context: Context): Promise<string> {
  try {
    return (await context.files.readText(file, { maxBytes: 4 * 1024 * 1024 })).text;
  } catch {
    context.signal.throwIfAborted();
    return "";
  }
}
