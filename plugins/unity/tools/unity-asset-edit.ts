/** Implements `unity-asset-edit`, which plans edits to a scene, a prefab or any other text asset. */
import path from "node:path";
import type { InferOutput } from "valibot";
import { type Context, type FileChange, JigError, type Outcome, type PlanNote } from "../../../core/host/plugin-api.ts";
import type { AssetPlan, EditAssetJob, EditAssetResult } from "../asset-edits/edit-asset.ts";
import type { AssetEdit } from "../asset-edits/edit-keys.ts";
import { Deadline } from "../command/deadline.ts";
import { refuseUnsaved } from "../editor/unsaved-changes.ts";
import type { Routers } from "../routing/routers.ts";
import { askAssets } from "./ask-assets.ts";
import type { assetEditInput } from "./asset-declarations.ts";
import { projectOf, resolveAsset } from "./find-asset.ts";

type Input = InferOutput<typeof assetEditInput>;

/** The time that we wait for the Editor, in milliseconds. */
const ASK_MS = 10_000;
/** The maximum number of references that are listed. */
const MAX_NAMED = 50;
/** If more objects than this are removed, the search is skipped. */
const MAX_REMOVED = 300;

export default async function unityAssetEdit(input: Input, context: Context): Promise<Outcome> {
  const { from, edits, editor_open } = input;
  const isCheck = editor_open === "check";
  if (!isCheck && edits.length === 0 && from === "") {
    throw new JigError("INVALID_ARGUMENT", "There is nothing to do", {
      hint: 'Write "edits", or "from" for a new asset',
    });
  }
  const asset = await resolveAsset(input, context, from === "" && !isCheck ? "file" : "new");
  const projectRoot = await projectOf(asset, context);
  if (editor_open !== "ignore") await refuseUnsavedFile(asset.absolute, projectRoot, context);
  if (isCheck) return { value: { success: true, summary: "The Editor has no unsaved changes of it" } };
  const job: EditAssetJob = { kind: "edit", projectRoot, path: asset.absolute, from, edits };
  const result = await askAssets<EditAssetJob, EditAssetResult>(job, context);
  if (!("plan" in result)) throw new JigError("INTERNAL", "The edits were not planned");
  const { plan } = result;
  const untouched = await usesElsewhere(plan, projectRoot, asset.absolute, context);
  const title = titleOf(edits, path.basename(asset.absolute), from);
  // Someone may edit the asset in Unity between the plan and its application.
  const recheck = editor_open === "ignore" ? {} : { recheck: { path: asset.absolute, editor_open: "check" } };
  return context.changes.propose({ title, files: filesOf(plan, asset.absolute), untouched, ...recheck });
}

async function refuseUnsavedFile(file: string, projectRoot: string, context: Context): Promise<void> {
  const router = (await context.service<Routers>()).of(projectRoot);
  const deadline = new Deadline(context.clock, ASK_MS, context.signal);
  await refuseUnsaved(file, router, { deadline, progress: () => {} }, context);
}

function filesOf({ hash, edits, text, meta }: AssetPlan, file: string): FileChange[] {
  if (text === undefined || meta === undefined) return [{ path: file, edits, ...(hash === undefined ? {} : { hash }) }];
  return [
    { path: file, text },
    { path: `${file}.meta`, text: meta },
  ];
}

function titleOf(edits: readonly AssetEdit[], name: string, from: string): string {
  if (from !== "") return `Create ${name} from ${from}`;
  const [only] = edits;
  if (!only || edits.length > 1) return `${edits.length} edits of ${name}`;
  const { op, object, component, field, prefab } = only;
  const what = [component, field].filter((part) => part !== "").join(".") || prefab || only.name || object;
  return `${op[0]?.toUpperCase()}${op.slice(1)} ${what}${object === "" || what === object ? "" : ` of ${object}`} in ${name}`.slice(
    0,
    300,
  );
}

/** Finds references in other assets that would be broken. We only report them, and the user has to fix them. */
async function usesElsewhere(
  { removed, guid }: AssetPlan,
  projectRoot: string,
  own: string,
  context: Context,
): Promise<PlanNote[]> {
  if (removed.length === 0 || guid === "") return [];
  const ids = removed.slice(0, MAX_REMOVED).map((id) => `fileID: ${id}, guid: ${guid}`);
  const flags = [
    "--no-config",
    "--no-messages",
    "--no-ignore",
    "--fixed-strings",
    "--no-heading",
    "--null",
    "--color=never",
  ];
  const only = ["--glob=*.{unity,prefab,asset,controller,mat,anim,playable}", `--max-count=${MAX_NAMED}`];
  const patterns = ids.map((id) => `--regexp=${id}`);
  const args = [
    ...flags,
    ...only,
    "--line-number",
    "--with-filename",
    ...patterns,
    "--",
    path.join(projectRoot, "Assets"),
  ];
  const running = await context.run({ command: "rg", args, signal: context.signal });
  const drained = (async () => {
    for await (const _ of running.stderr);
  })();
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of running.stdout) text += decoder.decode(chunk, { stream: true });
  const [{ code }] = await Promise.all([running.exit, drained]);
  if (code === null || code > 2) throw new JigError("COMMAND_FAILED", `ripgrep exited with code ${code}`);
  const notes: PlanNote[] = [];
  for (const line of text.split("\n")) {
    const [, file = "", number = "", found = ""] = /^(.*)\0(\d+):(.*)$/.exec(line) ?? [];
    if (file === "" || file === own || notes.length >= MAX_NAMED) continue;
    notes.push({
      why: "names an object that the edit removes: Unity will show it as missing",
      path: file,
      line: Number(number),
      text: found.trim(),
    });
  }
  return notes;
}
