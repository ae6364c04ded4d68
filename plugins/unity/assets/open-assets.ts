/** Opens text assets by path or guid, and keeps them in a cache until the file changes. */
import path from "node:path";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import { AssetFile } from "./asset-file.ts";
import { BUILT_IN, GuidTable } from "./guid-table.ts";
import { PrefabExpander } from "./prefab-objects.ts";
import { type UnreadableKind, unreadable } from "./unity-yaml.ts";

type FileAccess = Pick<Capabilities, "files">;

export type Opened = { file: AssetFile } | { problem: string; path: string; kind: UnreadableKind | "gone" | "large" };

/** Larger files usually contain baked data, so we only show their name. */
const MAX_BYTES = 128 * 1024 * 1024;
/**
 * The maximum size of the text cache, in characters. When it is exceeded, the whole cache is cleared, which is simple and
 * happens rarely.
 */
const MAX_KEPT = 48 * 1024 * 1024;

/**
 * These files are known to be text. For other extensions we look at the beginning of the file first, since it may be a large
 * binary.
 */
const TEXT_ASSET = /\.(?:prefab|unity|asset|mat|anim|controller|overrideController)$/;

/** Model formats of other applications, many of which are binary. */
const MODEL = /\.(?:fbx|obj|dae|blend|3ds|max|ma|mb|glb|gltf)$/i;

const PROBLEMS: Readonly<Record<UnreadableKind, string>> = {
  empty: "empty",
  lfs: "a Git LFS pointer: its content is not on this machine",
  binary: "in Unity's binary form",
  "not yaml": "not Unity YAML, such as a model or picture",
};

export class OpenAssets {
  readonly guids: GuidTable;
  readonly #kept = new Map<string, { stamp: string; file: AssetFile }>();
  #expander: PrefabExpander | undefined;
  /** True if something has changed since we created the expander. */
  #changed = true;

  constructor(projectRoot: string) {
    this.guids = new GuidTable(projectRoot);
  }

  /**
   * This has to be called before each answer, because files may have changed in the meantime. If many have changed, it returns
   * the folders that have to be listed first.
   */
  async refresh(access: FileAccess, signal: AbortSignal, listed?: Uint8Array): Promise<string[] | undefined> {
    const folders = await this.guids.refresh(access, signal, listed);
    if (folders) return folders;
    let total = 0;
    const stamps = await Promise.all([...this.#kept.keys()].map((file) => stampOf(access, file)));
    for (const [at, [file, kept]] of [...this.#kept].entries()) {
      total += kept.file.content.text.length;
      if (kept.stamp === stamps[at]) continue;
      this.#kept.delete(file);
      this.#changed = true;
    }
    if (total > MAX_KEPT) {
      this.#kept.clear();
      this.#changed = true;
    }
    return undefined;
  }

  /** The expander can be used until a file changes. */
  expander(access: FileAccess): PrefabExpander {
    if (this.#changed || !this.#expander) this.#expander = new PrefabExpander((guid) => this.byGuid(guid, access));
    this.#changed = false;
    return this.#expander;
  }

  async byGuid(guid: string, access: FileAccess): Promise<Opened> {
    const builtIn = BUILT_IN[guid];
    if (builtIn !== undefined) return { problem: "inside Unity itself", path: builtIn, kind: "not yaml" };
    const file = this.guids.pathOf(guid);
    if (file !== undefined) return this.byPath(file, guid, access);
    const where = this.guids.hasPackages ? "no file of the project has" : "no file here has";
    return { problem: `missing: ${where} the guid ${guid}`, path: "", kind: "gone" };
  }

  async byPath(file: string, guid: string, access: FileAccess): Promise<Opened> {
    const kept = this.#kept.get(file);
    if (kept) return { file: kept.file };
    if (!TEXT_ASSET.test(file)) {
      const head = await access.files.read(file, { offset: 0, length: 512 }).catch(() => new Uint8Array());
      const found = unreadable(head);
      const kind = found === "binary" && MODEL.test(file) ? "not yaml" : found;
      if (kind) return { problem: PROBLEMS[kind], path: file, kind };
    }
    const stat = await access.files.stat(file).catch(() => undefined);
    if (!stat) return { problem: "missing: the file is gone or cannot be read", path: file, kind: "gone" };
    if (stat.size > MAX_BYTES)
      return { problem: `larger than ${MAX_BYTES / 1024 / 1024} MB`, path: file, kind: "large" };
    const stamp = `${stat.size}:${stat.mtimeMs}`;
    const bytes = await access.files.read(file, { maxBytes: MAX_BYTES }).catch(() => undefined);
    if (!bytes) return { problem: "missing: the file is gone or cannot be read", path: file, kind: "gone" };
    const kind = unreadable(bytes);
    if (kind) return { problem: PROBLEMS[kind], path: file, kind };
    // Despite its name, `ignoreBOM` keeps the BOM. We need it to write the file back unchanged.
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const asset = new AssetFile(file, guid, text);
    this.#kept.set(file, { stamp, file: asset });
    return { file: asset };
  }

  /** Reads the guid from the `.meta`. It returns "" if there isn't one. */
  async guidOf(file: string, { files }: FileAccess): Promise<string> {
    const meta = await files.readText(`${file}.meta`).catch(() => undefined);
    return /^guid:\s*([0-9a-f]{32})/m.exec(meta?.text ?? "")?.[1] ?? "";
  }
}

async function stampOf({ files }: FileAccess, file: string): Promise<string> {
  return files.stat(file).then(
    ({ size, mtimeMs }) => `${size}:${mtimeMs}`,
    () => "",
  );
}

/** Returns the path as Unity writes it, which is Assets/… or Packages/…. */
export function projectPath(projectRoot: string, file: string): string {
  const relative = path.relative(projectRoot, file);
  return (relative.startsWith("..") ? file : relative).replaceAll("\\", "/");
}
