/**
 * Dry run of all release channels: `bun build/release/check-channels.ts FOLDER [--schemas DIR | --fetch]`. URLs must refer to
 * release files with matching hashes, packages must list their dependencies. Schemas are read from `scoop.json` and `server.json`
 * in DIR, or fetched. Without either flag, those two checks are skipped.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { type Schema, Validator } from "@cfworker/json-schema";
import { sha256Of } from "./check-binary.ts";
import { IMAGE_FOLDER } from "./container-image.ts";

const SCHEMAS = {
  "scoop.json": "https://raw.githubusercontent.com/ScoopInstaller/Scoop/master/schema.json",
  "server.json": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
} as const;
type SchemaName = keyof typeof SCHEMAS;
type ReadSchema = (name: SchemaName) => Promise<Schema | undefined>;

/** Expected files: platform packages, and the main package. */
const NPM_FILES = {
  target: /^(?:LICENSE|package\.json|THIRD-PARTY-LICENSES\.txt|bin\/jig(?:\.exe)?)$/,
  wrapper: /^(?:LICENSE|README\.md|package\.json|plugin\.schema\.json|bin\/jig\.cjs)$/,
};

/** Throws an error with all problems. */
export async function checkChannels(
  folder: string,
  say: (line: string) => void,
  schema: ReadSchema = async () => undefined,
): Promise<void> {
  const faults: string[] = [];
  for (const [channel, check] of Object.entries(CHANNELS)) {
    const found = await check(folder, schema);
    if (typeof found === "string") say(`${channel}: ${found}`);
    else {
      faults.push(...found.map((fault) => `${channel}: ${fault}`));
      if (found.length === 0) say(`${channel}: checked`);
    }
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** Returns problems, or why the check was skipped. */
type Check = (folder: string, schema: ReadSchema) => Promise<string[] | string>;

const CHANNELS: Record<string, Check> = {
  async SHA256SUMS(folder) {
    const lines = readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
    const named = new Set(lines.map((line) => line.slice(66)));
    const files = readdirSync(folder).filter((name) => /^jig-.*\.(?:tar\.[gx]z|zip|mcpb)$/.test(name));
    return [
      ...lines.flatMap((line) =>
        sumOf(folder, line.slice(66)) === line.slice(0, 64) ? [] : [`${line} does not match its file`],
      ),
      ...files.flatMap((name) => (named.has(name) ? [] : [`${name} is not named`])),
    ];
  },

  async Homebrew(folder) {
    const file = join(folder, "jig.rb");
    if (!existsSync(file)) return "no jig.rb";
    const text = readFileSync(file, "utf8");
    const pairs = [...text.matchAll(/url "([^"]+)"\s+sha256 "([^"]*)"/g)];
    const opened = text.match(/\bdo\b|^(?:class|\s+def) /gm)?.length;
    const ruby = spawnSync("ruby", ["-c", file], { encoding: "utf8" });
    return [
      ...addressFaults(folder, pairs),
      ...(pairs.length === 4 ? [] : [`names ${pairs.length} archives, not 4`]),
      ...(opened === text.match(/^\s*end$/gm)?.length ? [] : ["a block is not closed"]),
      ...(ruby.error || ruby.status === 0 ? [] : [ruby.stderr]),
    ];
  },

  async Scoop(folder, schema) {
    const file = join(folder, "jig.json");
    if (!existsSync(file)) return "no jig.json";
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    const pairs = Object.values<{ url: string; hash: string }>(manifest.architecture).map(({ url, hash }) => [
      "",
      url,
      hash,
    ]);
    return [...addressFaults(folder, pairs), ...(await schemaFaults("scoop.json", manifest, schema))];
  },

  async "MCP registry"(folder, schema) {
    const entry = JSON.parse(readFileSync(join(folder, "server.json"), "utf8"));
    const pairs = entry.packages.flatMap((each: Record<string, string>) =>
      each.registryType === "mcpb" ? [["", each.identifier, each.fileSha256]] : [],
    );
    return [...addressFaults(folder, pairs), ...(await schemaFaults("server.json", entry, schema))];
  },

  async npm(folder) {
    const packages = readdirSync(join(folder, "npm")).map((name) => join(folder, "npm", name));
    const manifests = packages.map((each) => JSON.parse(readFileSync(join(each, "package.json"), "utf8")));
    const names = new Set(manifests.map(({ name }) => name));
    const wrapper = manifests.find(({ bin }) => bin !== undefined);
    const needed = Object.entries<string>(wrapper?.optionalDependencies ?? {}).filter(([name]) => names.has(name));
    return [
      ...packages.flatMap((each) => packFaults(each, basename(each) === "jig" ? "wrapper" : "target")),
      ...(needed.length === packages.length - 1 ? [] : ["the package that people install does not name all others"]),
      ...needed.flatMap(([name, version]) => (version === wrapper.version ? [] : [`asks for ${name} ${version}`])),
    ];
  },

  async "container image"(folder) {
    const text = readFileSync(join(folder, IMAGE_FOLDER, "Dockerfile"), "utf8");
    const server = JSON.parse(readFileSync(join(folder, "server.json"), "utf8"));
    const named = /io\.modelcontextprotocol\.server\.name="([^"]+)"/.exec(text)?.[1];
    const unknown = text
      .replaceAll("\\\n", " ")
      .split("\n")
      .filter((line) => line !== "" && !/^(?:#|(?:FROM|ARG|LABEL|COPY|ENV|WORKDIR|ENTRYPOINT|CMD) )/.test(line));
    return [
      ...(named === server.name ? [] : [`its label names the server ${named}, server.json ${server.name}`]),
      ...unknown.map((line) => `${line} is not an instruction`),
    ];
  },
};

/** URLs must end with a release file. */
function addressFaults(folder: string, pairs: readonly (readonly string[])[]): string[] {
  return pairs.flatMap(([, url = "", sum = ""]) => {
    const name = basename(url);
    if (!/^https:\/\/github\.com\/[^/]+\/[^/]+\/releases\/download\/v\d/.test(url))
      return [`${url} belongs to no release`];
    return sumOf(folder, name) === sum ? [] : [`${url} has another hash than the file`];
  });
}

function sumOf(folder: string, name: string): string | undefined {
  const file = join(folder, name);
  return existsSync(file) ? sha256Of(file) : undefined;
}

async function schemaFaults(name: SchemaName, value: unknown, schema: ReadSchema): Promise<string[]> {
  const read = await schema(name);
  if (!read) return [];
  const { errors } = new Validator(read, "7", false).validate(value);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

/** `npm pack --dry-run`, which doesn't access the registry. */
function packFaults(folder: string, kind: keyof typeof NPM_FILES): string[] {
  const { status, stdout, stderr } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) return [stderr];
  const printed = JSON.parse(stdout);
  const [packed] = Array.isArray(printed) ? printed : Object.values<{ files: { path: string }[] }>(printed);
  const paths: string[] = packed.files.map(({ path }: { path: string }) => path);
  const other = paths.filter((path) => !NPM_FILES[kind].test(path));
  const program = paths.some((path) => path.startsWith("bin/"));
  return [
    ...other.map((path) => `${basename(folder)} would contain ${path}`),
    ...(program ? [] : [`${folder} has no program`]),
  ];
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { schemas: { type: "string" }, fetch: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const read: ReadSchema = async (name) => {
    if (values.schemas) return JSON.parse(readFileSync(join(values.schemas, name), "utf8"));
    if (values.fetch) return await (await fetch(SCHEMAS[name])).json();
    console.log(`${name}: not compared with its schema: name --schemas DIR or --fetch`);
    return undefined;
  };
  await checkChannels(positionals[0] ?? "dist/release", (line) => console.log(line), read);
}
