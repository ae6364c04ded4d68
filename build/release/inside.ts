/** Lists what's inside an executable: npm packages according to the bundler, plus everything else. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { assetFiles, assetPath } from "../../core/host/runtime/source-assets.ts";
import packageJson from "../../package.json" with { type: "json" };
import { bundledFiles } from "../compile.ts";
import {
  BUN_LIBRARIES,
  BUN_POLYFILLS,
  type NativePart,
  RIPGREP_CRATES,
  RIPGREP_LIBRARIES,
  TABLES,
} from "./native-parts.ts";

const TOP = join(import.meta.dirname, "..", "..");
const LICENSES = join(import.meta.dirname, "licenses");

export interface BundledPackage {
  name: string;
  version: string;
  license: string;
  /** License texts, if any. */
  texts: string[];
  author: string | undefined;
}

/** npm packages with code or files in the executable. */
export async function bundledPackages(): Promise<BundledPackage[]> {
  const assets = Object.entries(assetFiles(process.platform, process.arch))
    .filter(([name]) => name !== "rg")
    .map(([, asset]) => assetPath(asset, import.meta.dirname)!);
  const folders = new Set([...(await bundledFiles()), ...assets].flatMap((file) => packageFolder(file) ?? []));
  const all = [...folders].map(read);
  // Several copies of a version count once.
  const unique = new Map(all.map((each) => [`${each.name}@${each.version}`, each]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** Undefined for our own files. */
function packageFolder(file: string): string | undefined {
  if (!file.includes("/node_modules/")) return undefined;
  for (let folder = dirname(file); basename(folder) !== "node_modules"; folder = dirname(folder)) {
    // Nested package.json files only set the module type, so look further up.
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && "version" in JSON.parse(readFileSync(manifest, "utf8"))) return folder;
  }
  return undefined;
}

function read(folder: string): BundledPackage {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)(?!.*\.[jt]s$)/i.test(file));
  return {
    name,
    version,
    license: typeof license === "string" ? license : "see its text",
    texts: files.sort().map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim()),
    author: typeof author === "string" ? author : author?.name,
  };
}

/** Each license text once, with the names of the packages that use it. */
export function licenseTexts(packages: readonly BundledPackage[], ripgrep: string): string {
  const bun = packageJson.packageManager.replace("bun@", "");
  const standard = (name: string) => readFileSync(join(LICENSES, `${name}.txt`), "utf8").trim();
  const own = new Map<string, string[]>();
  for (const { name, version, license, texts, author } of packages) {
    const said =
      texts.length > 0 ? texts : [`${license}${author ? `, by ${author}` : ""}; its package carries no text`];
    for (const text of said) own.set(text, [...(own.get(text) ?? []), `${name} ${version}`]);
  }
  const list = (parts: readonly NativePart[]) =>
    parts.map(({ name, license, url, copyright }) =>
      [`  ${name}: ${license}`, `    ${url}`, ...(copyright ? [`    ${copyright}`] : [])].join("\n"),
    );
  return [
    "jig is under the MIT license (LICENSE). Its executable contains the works of others, under these licenses.",
    section(`Bun ${bun}, the runtime: MIT`, [
      "https://github.com/oven-sh/bun",
      "",
      "Bun links JavaScriptCore and WebKit statically, which are under the GNU Library General Public License, version 2. You may",
      "modify that library and link it anew: jig's own source is complete and under the MIT license, Bun's is at the address above,",
      "and the WebKit that it is built from at https://github.com/oven-sh/webkit, at the commit that Bun's source names. Build Bun with",
      "your WebKit (`bun run build:local` in its source), then jig with that Bun (`bun build/compile.ts`).",
      "",
      "Linked into Bun, as its LICENSE.md lists them:",
      ...list(BUN_LIBRARIES),
      "",
      `Embedded in Bun, each MIT: ${BUN_POLYFILLS.join(", ")}`,
    ]),
    section(`ripgrep ${ripgrep}: Unlicense OR MIT`, [
      "https://github.com/BurntSushi/ripgrep",
      "Copyright (c) 2015 Andrew Gallant",
      "Built by https://github.com/microsoft/ripgrep-prebuilt, Copyright (c) Microsoft Corporation, MIT",
      "",
      `Linked into it, crates under MIT, Apache-2.0, BSD-3-Clause or the Unlicense: ${RIPGREP_CRATES.join(", ")}`,
      "",
      ...list(RIPGREP_LIBRARIES),
    ]),
    section("Tables", [
      ...list(TABLES),
      "",
      readFileSync(join(TOP, "plugins", "metrics", "comment-rules.LICENSE"), "utf8").trim(),
      "",
      "Names of the engine's types and enums for AngelScript were collected from these public projects:",
      ...sourcesOfNames(),
    ]),
    ...[...own].map(([text, names]) => section(names.join("\n"), [text])),
    ...["MIT", "BSD-3-Clause", "Zlib", "Unlicense", "Apache-2.0", "LGPL-2.0", "LGPL-2.1"].map((name) =>
      section(`${name}, the text that the lists above name`, [standard(name)]),
    ),
  ].join("\n\n");
}

const LINE = "-".repeat(80);

function section(title: string, lines: readonly string[]): string {
  return [LINE, title, LINE, "", ...lines].join("\n");
}

/** Projects named in the AngelScript baseline. */
function sourcesOfNames(): string[] {
  const folder = join(TOP, "plugins", "angelscript", "baseline");
  const lines = readdirSync(folder).flatMap((file) => {
    const { sources } = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
      sources?: { project: string; commit: string; licence: string }[];
    };
    return (sources ?? []).map(({ project, commit, licence }) => `  ${project} at ${commit} (license: ${licence})`);
  });
  return [...new Set(lines)].sort();
}
