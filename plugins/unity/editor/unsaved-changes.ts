/**
 * Checks whether an Editor has unsaved changes to an asset before we edit it. If it does, or if we can't find out, the edit is
 * refused.
 */
import path from "node:path";
import { type Context, JigError } from "../../../core/host/plugin-api.ts";
import type { Command, EditorAnswer } from "../command/command.ts";
import { type CommandContext, queryContext } from "../command/command.ts";
import { findEditors } from "./unity-processes.ts";

export interface RoutedEditor {
  projectRoot: string;
  isAlive(context: CommandContext): Promise<boolean>;
  run(command: Command, context: CommandContext): Promise<EditorAnswer>;
}

/** The first line of the output, which is followed by one path per line. */
const MARK = "unsaved:";

/** Checks the open scenes, the open prefab and the asset itself. */
export function unsavedCode(asset: string): string {
  const own = asset.endsWith(".unity")
    ? ""
    : `foreach (var each in UnityEditor.AssetDatabase.LoadAllAssetsAtPath(${JSON.stringify(asset)})) ` +
      `if (each != null && UnityEditor.EditorUtility.IsDirty(each)) { found += "\\n" + ${JSON.stringify(asset)}; break; } `;
  return (
    `var found = "${MARK}"; ` +
    "for (int i = 0; i < UnityEngine.SceneManagement.SceneManager.sceneCount; i++) { " +
    "var scene = UnityEngine.SceneManagement.SceneManager.GetSceneAt(i); " +
    'if (scene.isDirty) found += "\\n" + scene.path; } ' +
    "var stage = UnityEditor.SceneManagement.PrefabStageUtility.GetCurrentPrefabStage(); " +
    'if (stage != null && stage.scene.isDirty) found += "\\n" + stage.assetPath; ' +
    `${own}return found;`
  );
}

/** Throws CHANGE_REFUSED if there are unsaved changes. `file` is an absolute path. */
export async function refuseUnsaved(
  file: string,
  editor: RoutedEditor,
  commandContext: CommandContext,
  context: Context,
): Promise<void> {
  const { projectRoot } = editor;
  const asset = path.relative(projectRoot, file).replaceAll("\\", "/");
  const [editors, answers] = await Promise.all([
    findEditors(context, projectRoot, context.signal),
    editor.isAlive(queryContext(commandContext)).catch(() => false),
  ]);
  if (!answers) {
    if (editors && !editors.ours) return;
    const lock = path.join(projectRoot, "Temp/UnityLockfile");
    const isLocked = await context.files.stat(lock).then(
      () => true,
      () => false,
    );
    if (!editors && !isLocked) return;
    const seen = editors?.ours
      ? `Unity has the project open (process ${editors.ours.pid})`
      : "Temp/UnityLockfile says that Unity has the project open";
    throw refused(`${seen} and does not answer, so it is unknown whether ${asset} has unsaved changes`);
  }
  const dirty = await askUnsaved(asset, editor, commandContext);
  if (dirty === undefined)
    throw refused(`Unity has the project open and did not say whether ${asset} has unsaved changes`);
  if (!dirty.includes(asset)) return;
  throw new JigError("CHANGE_REFUSED", `${asset} has unsaved changes in the Editor`, {
    hint: "Save it there first, or discard its changes: a later save would overwrite this edit",
    details: { files: [{ path: asset, reason: "unsaved in the Editor" }] },
  });
}

/** Returns undefined if there is no answer. */
async function askUnsaved(asset: string, editor: RoutedEditor, context: CommandContext): Promise<string[] | undefined> {
  const params = { Code: unsavedCode(asset), Parameters: {}, CompileOnly: false };
  const answer = await editor
    .run({ method: "execute-dynamic-code", params, repeatable: true }, context)
    .catch(() => undefined);
  const text = String(answer?.result.Result ?? "");
  if (answer?.result.Success !== true || !text.startsWith(MARK)) return undefined;
  return text.split("\n").slice(1);
}

function refused(why: string): JigError {
  return new JigError("CHANGE_REFUSED", why, {
    hint: 'Close Unity, or save there and pass editor_open: "ignore"',
  });
}
