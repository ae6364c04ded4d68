/** Finds the project: a root of the workspace, a folder in a root, or the one that the caller named. */
import path from "node:path";
import type { Files, Workspace } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";

/** Returns the real path. Throws PROJECT_NOT_FOUND or PROJECT_AMBIGUOUS (with `details.candidates`). */
export async function findProject(workspace: Workspace, files: Files, requested?: string): Promise<string> {
  if (requested !== undefined && requested !== "") return requestedProject(workspace, files, requested);
  const roots = workspace.roots.map((root) => root.path);
  const open = await filterAsync(roots, (root) => isProject(files, root));
  const candidates = open.length > 0 ? open : (await Promise.all(roots.map((root) => below(files, root)))).flat();
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  if (candidates.length > 1) {
    const shown = candidates.map((candidate) => workspace.display(candidate));
    throw editorError(
      "PROJECT_AMBIGUOUS",
      `The workspace has ${candidates.length} Unity projects: ${shown.join(", ")}`,
      {
        hint: "Choose one with ProjectPath, or start jig with --root for one of them",
        details: { candidates: shown },
      },
    );
  }
  throw editorError(
    "PROJECT_NOT_FOUND",
    `No Unity project in ${roots.map((root) => `"${root}"`).join(", ") || "the workspace"}`,
    {
      hint: `A Unity project is a folder with Assets/ and ProjectSettings/. ${enclosingAdvice(roots)}`,
    },
  );
}

async function requestedProject(workspace: Workspace, files: Files, requested: string): Promise<string> {
  const { absolute } = await workspace.resolve(requested, { expect: "directory" });
  if (await isProject(files, absolute)) return absolute;
  for (let above = path.dirname(absolute); workspace.roots.some((root) => isWithin(above, root.path)); ) {
    if (await isProject(files, above)) {
      const shown = workspace.display(above) || above;
      const hint = `It is part of one: pass ProjectPath "${shown}"`;
      throw editorError("PROJECT_NOT_FOUND", `"${requested}" is not a Unity project`, { hint });
    }
    above = path.dirname(above);
  }
  throw editorError("PROJECT_NOT_FOUND", `"${requested}" is not a Unity project`, {
    hint: "ProjectPath must be a folder with Assets/ and ProjectSettings/",
  });
}

function isWithin(folder: string, root: string): boolean {
  const relative = path.relative(root, folder);
  return relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative));
}

export async function isProject(files: Files, folder: string): Promise<boolean> {
  const [assets, settings] = await Promise.all([
    isFolder(files, path.join(folder, "Assets")),
    isFolder(files, path.join(folder, "ProjectSettings")),
  ]);
  return assets && settings;
}

async function below(files: Files, root: string): Promise<string[]> {
  return filterAsync(await childFolders(files, root), (child) => isProject(files, child));
}

async function childFolders(files: Files, folder: string): Promise<string[]> {
  try {
    const entries = await files.list(folder);
    return entries.filter((entry) => entry.kind === "directory").map((entry) => entry.path);
  } catch {
    return [];
  }
}

async function isFolder(files: Files, folder: string): Promise<boolean> {
  try {
    return (await files.stat(folder)).kind === "directory";
  } catch {
    return false;
  }
}

/** The root may be inside a project. We can't read the folders above it, but we can see this from its path. */
function enclosingAdvice(roots: string[]): string {
  for (const root of roots) {
    const parts = root.split(/[\\/]/);
    const at = parts.findIndex((part) => part === "Assets" || part === "ProjectSettings" || part === "Packages");
    if (at > 1) return `"${root}" looks like part of one: start jig with --root "${parts.slice(0, at).join(path.sep)}"`;
  }
  return "Start jig in such a folder, or pass it with --root";
}

async function filterAsync<Item>(items: Item[], test: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const passes = await Promise.all(items.map(test));
  return items.filter((_, index) => passes[index]);
}

/** Returns a version such as `6000.0.23f1`. */
export async function projectUnityVersion(files: Files, projectRoot: string): Promise<string | undefined> {
  try {
    const { text } = await files.readText(path.join(projectRoot, "ProjectSettings/ProjectVersion.txt"));
    return /^m_EditorVersion:\s*(\S+)/m.exec(text)?.[1];
  } catch {
    return undefined;
  }
}
