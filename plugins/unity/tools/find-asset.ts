/** Determines which file and which project a call about an asset refers to. */
import path from "node:path";
import { type Context, JigError, type ResolvedPath } from "../../../core/host/plugin-api.ts";
import { projectFile } from "../assets/package-folders.ts";
import { editorError } from "../command/editor-errors.ts";
import { findProject, isProject } from "../editor/target-project.ts";
import { ripgrep } from "./ask-assets.ts";

/**
 * Accepts paths as Unity shows them, relative to the project or in a package. The end of a path is enough if only one asset
 * matches.
 */
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
    const file = expect === "new" ? path.join(project, written) : await projectFile(project, written, context);
    return workspace.resolve(file, { expect }).catch(async () => {
      const found = expect === "new" ? [] : await withEnd(written, project, context);
      const [only] = found;
      if (only !== undefined && found.length === 1) return workspace.resolve(only, { expect });
      if (only !== undefined) throw several(written, found, context);
      const near = await sameStem(file, context);
      if (near.length === 0) throw withHint(error, written);
      const shown = near.map((name) => path.posix.join(path.posix.dirname(written.replaceAll("\\", "/")), name));
      throw new JigError("PATH_NOT_FOUND", error.message, {
        hint: `Did you mean ${shown.map((each) => JSON.stringify(each)).join(" or ")}?`,
        details: { nearest: shown[0] ?? "" },
      });
    });
  }
}

const MAX_SHOWN = 10;

function several(written: string, found: readonly string[], { workspace }: Context): JigError {
  const shown = found.slice(0, MAX_SHOWN).map((each) => workspace.display(each));
  return new JigError("PATH_NOT_FOUND", `${found.length} assets are named "${written}"`, {
    hint: `Write the path of one: ${shown.join(", ")}${found.length > shown.length ? " …" : ""}`,
    details: { candidates: shown },
  });
}

/** The real location isn't relevant, because Unity shows them in Packages/. */
function withHint(error: JigError, written: string): JigError {
  const [, name] = /^Packages\/([^/]+)\//.exec(written.replaceAll("\\", "/")) ?? [];
  if (name === undefined) return error;
  return new JigError("PATH_NOT_FOUND", error.message, {
    hint: `${name} is not in Packages/, and Library/PackageCache, to which Unity downloads packages, has no such file`,
  });
}

const READABLE = "{prefab,unity,asset,mat,controller,anim,overrideController,playable,mask,physicMaterial}";

/** Compares the end of the path. If it has no extension, only types that we can read are considered. */
async function withEnd(written: string, project: string, context: Context): Promise<string[]> {
  const end = path.posix.normalize(written.replaceAll("\\", "/"));
  if (end.startsWith("..") || end.startsWith("/")) return [];
  const escaped = end.replace(/[*?[\]{}!\\]/g, "\\$&");
  const glob = /\.\w+$/.test(end) ? `**/${escaped}` : `**/${escaped}.${READABLE}`;
  const folders = ["Assets", "Packages", "ProjectSettings"].map((folder) => path.join(project, folder));
  const args = [
    "--no-config",
    "--no-messages",
    "--no-ignore",
    "--files",
    "--null",
    `--iglob=${glob}`,
    "--",
    ...folders,
  ];
  const text = new TextDecoder().decode(await ripgrep(args, context));
  const found = text.split("\0").filter((file) => file !== "" && !file.endsWith(".meta"));
  const isExact = (file: string) => path.parse(file).base.startsWith(path.posix.basename(end));
  const exact = found.filter(isExact);
  return (exact.length > 0 ? exact : found).map((file) => path.normalize(file)).sort();
}

/** Returns files in the same folder whose names only differ in case or in the extension. */
async function sameStem(file: string, { files }: Context): Promise<string[]> {
  const stem = (name: string) => path.basename(name, path.extname(name)).toLowerCase();
  const all = await files.list(path.dirname(file)).catch(() => []);
  const names = all.map((each) => path.basename(each.path)).filter((name) => !name.endsWith(".meta"));
  const low = path.basename(file).toLowerCase();
  const exact = names.filter((name) => name.toLowerCase() === low);
  return (exact.length > 0 ? exact : names.filter((name) => stem(name) === stem(low) || stem(name) === low)).slice(
    0,
    5,
  );
}

/** There may be more than one. */
export async function projectOf({ absolute }: ResolvedPath, { workspace, files }: Context): Promise<string> {
  const isInside = (folder: string) =>
    workspace.roots.some(({ path: root }) => folder === root || folder.startsWith(root + path.sep));
  for (let folder = path.dirname(absolute); isInside(folder); folder = path.dirname(folder)) {
    if (await isProject(files, folder)) return folder;
  }
  // A manifest can refer to a package that is next to the project.
  const project = await findProject(workspace, files).catch(() => undefined);
  if (project !== undefined) return project;
  throw editorError("PROJECT_NOT_FOUND", `"${absolute}" is not in a Unity project of the workspace`, {
    hint: "A Unity project is a folder with Assets/ and ProjectSettings/",
    details: { dispatched: false },
  });
}
