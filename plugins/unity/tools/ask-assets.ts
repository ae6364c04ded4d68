/**
 * Calls the asset worker and supplies whatever it comes back asking for. The worker has neither ripgrep nor a language
 * plugin. When it's missing guids, script symbols or declarations it returns a list of them instead of a result, and
 * we fetch the data and run the same job again.
 */
import { Buffer } from "node:buffer";
import path from "node:path";
import { type Context, type FileSymbol, JigError } from "../../../core/host/plugin-api.ts";
import type { KnownSources } from "../asset-types/script-sources.ts";

/**
 * Runs a job, and runs it again with the data that it requested. This can be guids (from ripgrep), symbols (from a language
 * plugin), or files that declare a type.
 */
export async function askAssets<Job extends { projectRoot: string }, Result extends object>(
  job: Job,
  context: Context,
): Promise<Result> {
  let listed: Uint8Array | undefined;
  const sources: KnownSources = { symbols: {}, declaring: {} };
  for (;;) {
    const how = { key: job.projectRoot, signal: context.signal };
    const more = { sources, ...(listed ? { listed } : {}) };
    const result = await context.worker<Result>("assets", { ...job, ...more }, how);
    if ("list" in result && Array.isArray(result.list)) listed = await listGuids(result.list, context);
    else if ("scripts" in result && Array.isArray(result.scripts) && "names" in result && Array.isArray(result.names)) {
      Object.assign(sources.symbols, await symbolsOf(result.scripts, context));
      Object.assign(sources.declaring, await declaringFiles(result.names, job.projectRoot, context));
    } else return result;
  }
}

/** Searches the project and its packages. */
async function declaringFiles(
  names: string[],
  projectRoot: string,
  context: Context,
): Promise<Record<string, string[]>> {
  const files: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]));
  if (names.length === 0) return files;
  const pattern = `\\b(?:class|struct|interface|record|enum)\\s+(?:${names.join("|")})\\b`;
  const args = ["--no-config", "--no-messages", "--no-ignore", "--no-heading", "--no-line-number", "--only-matching"];
  const folders = PACKAGE_FOLDERS.map((folder) => path.join(projectRoot, folder));
  const request = [
    "--null",
    "--with-filename",
    "--color=never",
    "--glob=*.cs",
    `--regexp=${pattern}`,
    "--",
    ...folders,
  ];
  const text = new TextDecoder().decode(await ripgrep([...args, ...request], context));
  for (const line of text.split("\n")) {
    const [, file, name = ""] = /^(.*)\0.*?([\w\u0080-\uffff]+)\r?$/.exec(line) ?? [];
    const known = Object.hasOwn(files, name) ? files[name] : undefined;
    if (file !== undefined && known && !known.includes(file)) known.push(path.normalize(file));
  }
  return files;
}

const PACKAGE_FOLDERS = ["Assets", "Packages", path.join("Library", "PackageCache")];

/** Scripts without symbols get an empty list. */
async function symbolsOf(scripts: string[], context: Context): Promise<Record<string, FileSymbol[]>> {
  const found = scripts.map(async (file): Promise<[string, FileSymbol[]]> => {
    return [file, (await context.symbols(file).catch(() => undefined)) ?? []];
  });
  return Object.fromEntries(await Promise.all(found));
}

/** The output of ripgrep has the path, a NUL and `guid: …`. */
async function listGuids(folders: string[], context: Context): Promise<Uint8Array> {
  const flags = [
    "--no-config",
    "--no-messages",
    "--no-ignore",
    "--hidden",
    "--text",
    "--no-heading",
    "--no-line-number",
  ];
  const args = [...flags, "--null", "--with-filename", "--color=never", "--max-count=1", "--glob=*.meta"];
  return ripgrep([...args, "--regexp=^guid: *[0-9a-f]{32}", "--", ...folders], context);
}

export async function ripgrep(args: string[], context: Context): Promise<Uint8Array> {
  const running = await context.run({ command: "rg", args, signal: context.signal });
  const drained = (async () => {
    for await (const _ of running.stderr);
  })();
  const chunks: Uint8Array[] = [];
  for await (const chunk of running.stdout) chunks.push(chunk);
  const [{ code }] = await Promise.all([running.exit, drained]);
  context.signal.throwIfAborted();
  if (code === null || code > 2) throw new JigError("COMMAND_FAILED", `ripgrep exited with code ${code}`);
  return Buffer.concat(chunks);
}
