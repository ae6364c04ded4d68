/** `unity-asset-read`: reads the objects and fields of a scene, prefab or other text asset from its file. */
import { Buffer } from "node:buffer";
import path from "node:path";
import type { InferOutput } from "valibot";
import {
  type Context,
  JigError,
  type JsonObject,
  type Outcome,
  type RenderedRow,
  type ResolvedPath,
  type Row,
} from "../../../core/host/plugin-api.ts";
import type { ReadAssetJob, ReadAssetResult } from "../assets/read-asset.ts";
import { editorError } from "../command/editor-errors.ts";
import { asObject, textIn } from "../command/json-fields.ts";
import { findProject, isProject } from "../editor/target-project.ts";
import type { assetReadInput } from "./asset-declarations.ts";

type Input = InferOutput<typeof assetReadInput>;

export default async function unityAssetRead(input: Input, context: Context): Promise<Outcome> {
  const asset = await resolveAsset(input, context);
  const projectRoot = await projectOf(asset, context);
  const { object, component, depth, expand } = input;
  const job: ReadAssetJob = {
    projectRoot,
    path: asset.absolute,
    object: object.trim(),
    component: component.trim(),
    depth,
    expand,
  };
  const ask = (listed?: Uint8Array) =>
    context.worker<ReadAssetResult>(
      "assets",
      { ...job, ...(listed ? { listed } : {}) },
      { key: projectRoot, signal: context.signal },
    );
  let result = await ask();
  if ("list" in result) result = await ask(await listGuids(result.list, context));
  const answer = "answer" in result ? result.answer : {};
  return { value: { Success: true, ...answer, Path: asset.display, Ver: "" }, files: [asset.absolute] };
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
async function resolveAsset({ path: written, ProjectPath }: Input, context: Context): Promise<ResolvedPath> {
  const { workspace, files } = context;
  try {
    return await workspace.resolve(written, { expect: "file" });
  } catch (error) {
    if (!(error instanceof JigError) || error.code !== "PATH_NOT_FOUND" || path.isAbsolute(written)) throw error;
    const project = await findProject(workspace, files, ProjectPath).catch(() => undefined);
    if (project === undefined) throw error;
    return workspace.resolve(path.join(project, written), { expect: "file" }).catch(() => {
      throw error;
    });
  }
}

/** The project that holds the file, which may be one of several. */
async function projectOf({ absolute }: ResolvedPath, { workspace, files }: Context): Promise<string> {
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

/** An object with its components, or a field with its value and origin. */
export function lines({ row }: RenderedRow): Row[] {
  const each = asObject(row);
  return typeof each.Field === "string" ? [fieldLine(each)] : [objectLine(each)];
}

function objectLine(row: JsonObject): Row {
  const { Depth, Components, Active, Overrides, Inside, Below } = row;
  const types = Array.isArray(Components) ? Components.join(", ") : "";
  const prefab = textIn(row, "Prefab");
  const notes = [
    prefab === "" ? "" : `<${prefab}>`,
    typeof Inside === "number" ? `+${Inside} inside` : "",
    typeof Overrides === "number" ? `${Overrides} ${Overrides === 1 ? "override" : "overrides"}` : "",
    typeof Below === "number" ? `+${Below} below` : "",
    Active === false ? "(inactive)" : "",
  ];
  const text = [textIn(row, "Name"), types, ...notes].filter((part) => part !== "").join("  ");
  return { text, depth: Number(Depth), ...(Active === false ? { tone: "muted" as const } : {}) };
}

function fieldLine(row: JsonObject): Row {
  const origin = textIn(row, "Origin");
  const from = textIn(row, "From");
  const said = origin === "own" ? "" : ` [${origin}${from === "" ? "" : ` ${from}`}]`;
  return { text: `${textIn(row, "Component")}.${textIn(row, "Field")} = ${textIn(row, "Value")}${said}` };
}
