/** Shared by the tools about assets: finds the file and project that a call means, and asks the worker that knows the assets. */
import { Buffer } from "node:buffer";
import path from "node:path";
import { type Context, type FileSymbol, JigError, type ResolvedPath } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";
import { findProject, isProject } from "../editor/target-project.ts";

/** Sends a job, and again with the data that the worker finds missing: guids that ripgrep lists, symbols that a language plugin knows. */
export async function askAssets<Job extends { projectRoot: string }, Result extends object>(
  job: Job,
  context: Context,
): Promise<Result> {
  let more: { listed?: Uint8Array; symbols?: Record<string, FileSymbol[]> } = {};
  for (;;) {
    const how = { key: job.projectRoot, signal: context.signal };
    const result = await context.worker<Result>("assets", { ...job, ...more }, how);
    if ("list" in result && Array.isArray(result.list)) more = { listed: await listGuids(result.list, context) };
    else if ("scripts" in result && Array.isArray(result.scripts))
      more = { symbols: await symbolsOf(result.scripts, context) };
    else return result;
  }
}

/** Scripts without symbols get an empty list. */
async function symbolsOf(scripts: string[], context: Context): Promise<Record<string, FileSymbol[]>> {
  const found = scripts.map(async (file): Promise<[string, FileSymbol[]]> => {
    return [file, (await context.symbols(file).catch(() => undefined)) ?? []];
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Ripgrep's lines: path, NUL, `guid: …`. */
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
  const request = { command: "rg", args: [...args, "--regexp=^guid: *[0-9a-f]{32}", "--", ...folders] };
  const running = await context.run({ ...request, signal: context.signal });
  const drained = (async () => {
    for await (const _ of running.stderr);
  })();
  const chunks: Uint8Array[] = [];
  for await (const chunk of running.stdout) chunks.push(chunk);
  const [{ code }] = await Promise.all([running.exit, drained]);
  context.signal.throwIfAborted();
  if (code === null || code > 2) throw new JigError("COMMAND_FAILED", `ripgrep ended with exit code ${code}`);
  return Buffer.concat(chunks);
}

/** Also by the path that Unity shows, which counts from the project. */
export async function resolveAsset(
  { path: written, ProjectPath }: { path: string; ProjectPath?: string | undefined },
  context: Context,
  expect: "file" | "new",
): Promise<ResolvedPath> {
  const { workspace, files } = context;
  try {
    return await workspace.resolve(written, { expect });
  } catch (error) {
    if (!(error instanceof JigError) || error.code !== "PATH_NOT_FOUND" || path.isAbsolute(written)) throw error;
    const project = await findProject(workspace, files, ProjectPath).catch(() => undefined);
    if (project === undefined) throw error;
    return workspace.resolve(path.join(project, written), { expect }).catch(() => {
      throw error;
    });
  }
}

/** The project that holds the file, which may be one of several. */
export async function projectOf({ absolute }: ResolvedPath, { workspace, files }: Context): Promise<string> {
  const isInside = (folder: string) =>
    workspace.roots.some(({ path: root }) => folder === root || folder.startsWith(root + path.sep));
  for (let folder = path.dirname(absolute); isInside(folder); folder = path.dirname(folder)) {
    if (await isProject(files, folder)) return folder;
  }
  throw editorError("PROJECT_NOT_FOUND", `"${absolute}" is in no Unity project of the workspace`, {
    hint: "A Unity project is a folder with Assets/ and ProjectSettings/",
    details: { dispatched: false },
  });
}
