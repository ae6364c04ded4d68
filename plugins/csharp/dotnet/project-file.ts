/** Reads a .NET project: its name, references, links, and defined symbols. Property files in parent folders count as well. */
import { dirname, join } from "node:path";
import { type Capabilities, ifThere, slashed } from "../../../core/host/plugin-api.ts";
import type { Truth } from "../outline/conditions.ts";
import { CompiledScripts } from "./compiled-scripts.ts";
import { implicitUsings } from "./implicit-usings.ts";
import { conditionHolds, expandProperties, type Properties, SDK, type Statement, statementsOf } from "./msbuild.ts";
import { symbolFor } from "./target-frameworks.ts";

type Files = Pick<Capabilities["files"], "readText">;

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_IMPORTS = 50;
const MAX_FRAMEWORKS = 24;
const CONFIGURATIONS = ["Debug", "Release"];
/** Matches `$([MSBuild]::GetDirectoryNameOfFileAbove($(MSBuildProjectDirectory), 'App.slnx'))\props\Common.props`. */
const FOLDER_OF_FILE_ABOVE = /^\$\(\[MSBuild\]::GetDirectoryNameOfFileAbove\([^,]*,\s*'?([\w.-]+)'?\s*\)\)([^$]*)$/i;

export interface GlobalUsing {
  target: string;
  alias: string;
  isStatic: boolean;
}

/** A build of a project. There is one for each combination of target framework and configuration. */
interface Build {
  framework: string;
  symbols: Set<string>;
  /** True if some definitions are unknown, so that no symbol is certainly undefined. */
  open: boolean;
}

export interface DotnetProject {
  path: string;
  name: string;
  /** An empty string if it is the same as the name. */
  packageId: string;
  /** The paths of project files. If one contains an unknown property, only its end is stored without a change. */
  references: Set<string>;
  /** The assemblies that are referenced as files, by name. */
  libraries: Set<string>;
  /** The folders and scripts of other places that are compiled as well. */
  links: Set<string>;
  scripts: CompiledScripts;
  usings: GlobalUsing[];
  /** The version of each NuGet package, without a change, or "". */
  packages: Map<string, string>;
  builds: Build[];
}

/** Returns true if the symbol is defined in all builds. It is undefined if the builds differ or this isn't known. */
export function symbolIn({ builds }: DotnetProject, name: string): Truth {
  let all: Truth;
  for (const [at, { framework, symbols, open }] of builds.entries()) {
    const truth = symbolFor(framework, symbols, name);
    const known = truth === false && open ? undefined : truth;
    if (known === undefined || (at > 0 && known !== all)) return undefined;
    all = known;
  }
  return all;
}

export async function readProject(path: string, files: Files): Promise<DotnetProject> {
  const folder = dirname(path);
  const reader = new Reader(files);
  const central = await reader.above("Directory.Packages.props", folder);
  const statements = [
    ...(await reader.above("Directory.Build.props", folder)),
    ...central,
    ...(await reader.read(path)),
    ...(await reader.above("Directory.Build.targets", folder)),
  ];
  const plain = evaluated(statements, "", "Debug", path);
  const frameworks = (plain.properties.get("targetframeworks") || plain.properties.get("targetframework") || "")
    .split(";")
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .slice(0, MAX_FRAMEWORKS);
  const project: DotnetProject = {
    path,
    packageId: plain.properties.get("packageid") ?? "",
    name: plain.properties.get("assemblyname") || path.slice(folder.length + 1).replace(/\.csproj$/i, ""),
    references: new Set(),
    libraries: new Set(),
    links: new Set(),
    scripts: new CompiledScripts(),
    usings: [],
    packages: new Map(),
    builds: [],
  };
  const versions = new Map<string, string>();
  const usings = new Map<string, GlobalUsing>();
  const removed = new Set(
    statements.flatMap(({ name, attributes }) => (name === "Using" && attributes.get("Remove")) || []),
  );
  for (const framework of frameworks.length > 0 ? frameworks : [""]) {
    for (const configuration of CONFIGURATIONS) {
      const { properties, items, compiled, open } = evaluated(statements, framework, configuration, path);
      project.scripts.addBuild(folder, reader.open ? [] : compiled);
      const defined = properties.get("defineconstants");
      project.builds.push({
        framework,
        symbols: new Set((defined ?? "").split(/[;,\s]+/).filter((each) => each !== "")),
        open: open || reader.open || (properties.has("defineconstants") && defined === undefined),
      });
      if (/^(?:enable|true)$/i.test(properties.get("implicitusings") ?? ""))
        for (const target of implicitUsings(properties.get(SDK.toLowerCase()) ?? ""))
          if (!removed.has(target)) usings.set(target, { target, alias: "", isStatic: false });
      for (const { name, value, attributes } of items) {
        const is = (attribute: string) => attributes.get(attribute)?.toLowerCase() === "true";
        if (name === "ProjectReference") {
          project.references.add(join(folder, slashedPath(value)));
          for (const alias of aliasesOf(attributes)) usings.set(alias, { target: "global::", alias, isStatic: false });
        }
        if (name === "Reference") project.libraries.add(libraryName(value, attributes, properties));
        const version =
          expandProperties(attributes.get("VersionOverride") ?? attributes.get("Version") ?? "", properties) ?? "";
        if (name === "PackageVersion") versions.set(value.toLowerCase(), version);
        if (name === "PackageReference" || name === "GlobalPackageReference")
          project.packages.set(value, version || (project.packages.get(value) ?? ""));
        if (name === "Compile" && /^\.\.[\\/]|\.\.[\\/]/.test(value)) project.links.add(linkOf(folder, value));
        if (name === "Using" && value !== "")
          usings.set(value, { target: value, alias: attributes.get("Alias") ?? "", isStatic: is("Static") });
      }
    }
  }
  // The versions for the whole repository may be in a single file.
  for (const [name, version] of project.packages)
    if (version === "") project.packages.set(name, versions.get(name.toLowerCase()) ?? "");
  project.usings = [...usings.values()];
  return project;
}

/** Returns the assembly that a `<Reference>` means. The name of a file is more exact than the item. */
function libraryName(value: string, attributes: ReadonlyMap<string, string>, properties: Properties): string {
  const file = expandProperties(attributes.get("HintPath") ?? "", properties) ?? "";
  return /([^\\/]+)\.dll$/i.exec(file)?.[1] ?? value.split(",", 1)[0]!.trim();
}

/** `extern alias A` refers to a reference with that alias. Its types are looked up as in `global::`. */
function aliasesOf(attributes: ReadonlyMap<string, string>): string[] {
  const written = (attributes.get("Aliases") ?? "").split(",").map((each) => each.trim());
  return written.filter((each) => /^\w+$/.test(each) && each !== "global");
}

/** Returns the path that an item links. For `..\Shared\**\*.cs` it is a folder, and for `..\Shared\A.cs` a script. */
function linkOf(folder: string, written: string): string {
  const parts = slashedPath(written).split("/");
  const wild = parts.findIndex((part) => /[*?]/.test(part));
  return join(folder, ...(wild < 0 ? parts : parts.slice(0, wild)));
}

function slashedPath(written: string): string {
  return slashed(written.replaceAll("\\", "/"));
}

/** Evaluates statements in the order of the file, as MSBuild does. */
function evaluated(
  statements: readonly Statement[],
  framework: string,
  configuration: string,
  path: string,
): {
  properties: Properties;
  items: Statement[];
  compiled: { isRemoval: boolean; value: string | undefined }[];
  open: boolean;
} {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const properties: Properties = new Map([
    ["targetframework", framework],
    ["configuration", configuration],
    ["msbuildprojectname", name],
    ["platform", "AnyCPU"],
  ]);
  const items: Statement[] = [];
  const compiled: { isRemoval: boolean; value: string | undefined }[] = [];
  let open = false;
  for (const statement of statements) {
    const held = statement.conditions.map((condition) => conditionHolds(condition, properties));
    if (held.includes(false)) continue;
    const isSure = !held.includes(undefined);
    if (statement.in === "item") {
      const removed = statement.attributes.get("Remove");
      if (statement.name === "Compile") {
        const value = expandProperties(removed ?? statement.value, properties);
        if (isSure || removed === undefined) compiled.push({ isRemoval: removed !== undefined, value });
      }
      // The condition isn't known, so the item is included. At worst, too much code is visible.
      for (const each of statement.value.split(";")) {
        const unknown = statement.name === "ProjectReference" ? each.trim() : "";
        items.push({ ...statement, value: expandProperties(each.trim(), properties) ?? unknown });
      }
    } else if (statement.in === "property") {
      const key = statement.name.toLowerCase();
      const value = expandProperties(statement.value, properties);
      // A build has a fixed framework.
      if (key === "targetframework" && framework !== "") continue;
      if (isSure) properties.set(key, value);
      else if (properties.get(key) !== value) properties.set(key, undefined);
      if (key === "defineconstants" && value === undefined) open = true;
    }
  }
  return { properties, compiled, items: items.filter(({ value }) => value !== ""), open };
}

/** Reads project files and everything that they import. */
class Reader {
  /** True if an import could not be followed. */
  open = false;
  readonly #files: Files;
  #left = MAX_IMPORTS;

  constructor(files: Files) {
    this.#files = files;
  }

  async read(path: string): Promise<Statement[]> {
    if (this.#left-- <= 0) {
      this.open = true;
      return [];
    }
    const text = (await ifThere(this.#files.readText(path, { maxBytes: MAX_BYTES })))?.text;
    if (text === undefined) {
      this.open = true;
      return [];
    }
    const statements: Statement[] = [];
    for (const statement of statementsOf(text)) {
      if (statement.in !== "import") statements.push(statement);
      else statements.push(...(await this.#imported(statement, dirname(path))));
    }
    return statements;
  }

  /** Returns the nearest file with that name in a folder or one of its parents, without leaving the readable area. */
  async above(name: string, folder: string): Promise<Statement[]> {
    const at = await this.#folderWith(name, folder);
    return at === undefined ? [] : await this.read(join(at, name));
  }

  async #folderWith(name: string, folder: string): Promise<string | undefined> {
    for (let at = folder; ; at = dirname(at)) {
      const isThere = await this.#files.readText(join(at, name), { maxBytes: MAX_BYTES }).then(
        () => true,
        () => false,
      );
      if (isThere) return at;
      if (at === dirname(at)) return undefined;
    }
  }

  async #imported(statement: Statement, folder: string): Promise<Statement[]> {
    const { value, attributes, conditions } = statement;
    // The SDK sets it.
    if (attributes.has("Sdk") || /^\$\(MSBuild(?:ToolsPath|ExtensionsPath|BinPath)/i.test(value)) return [];
    const above = /GetPathOfFileAbove\(\s*'?([\w.]+)/.exec(value)?.[1];
    if (above !== undefined) return under(conditions, await this.above(above, dirname(folder)));
    const [, marker, rest = ""] = FOLDER_OF_FILE_ABOVE.exec(value) ?? [];
    const top = marker === undefined ? undefined : await this.#folderWith(marker, folder);
    if (top !== undefined) return under(conditions, await this.read(join(top, slashedPath(rest))));
    const here = slashedPath(value.replace(/\$\((?:MSBuildThisFileDirectory|MSBuildProjectDirectory)\)[\\/]?/gi, ""));
    if (here.includes("$(")) {
      this.open = true;
      return [];
    }
    return under(conditions, await this.read(join(folder, here)));
  }
}

function under(conditions: readonly string[], statements: readonly Statement[]): Statement[] {
  if (conditions.length === 0) return [...statements];
  return statements.map((each) => ({ ...each, conditions: [...conditions, ...each.conditions] }));
}
