/** A plugin as a single file: JSON with every file of the folder, gzipped; its hash is that of trust. */
import { gunzipSync, gzipSync } from "node:zlib";
import * as v from "valibot";
import { type FolderContent, hashOf, JigError } from "../host/door-api.ts";

export const PACK_ENDING = ".jigplugin";
const MAX_BYTES = 80 * 1024 * 1024;

/** A path below the folder: no way up, no drive, no hidden separators. */
const path = v.pipe(
  v.string(),
  v.check((value) => value.split("/").every((part) => /^[^\\:\0/]+$/.test(part) && part !== "." && part !== "..")),
);
const pack = v.strictObject({
  format: v.literal(1),
  hash: v.string(),
  files: v.array(v.strictObject({ path, executable: v.boolean(), base64: v.string() })),
});

export function packed(content: FolderContent): Uint8Array {
  const files = content.files.map(({ path, executable, bytes }) => ({
    path,
    executable,
    base64: bytes.toString("base64"),
  }));
  return gzipSync(JSON.stringify({ format: 1, hash: content.hash, files }));
}

/** Throws INVALID_ARGUMENT for what is no pack, or not what its hash says. */
export function unpacked(bytes: Uint8Array, name: string): FolderContent {
  const broken = (why: string) =>
    new JigError("INVALID_ARGUMENT", `${name} is not a packed plugin: ${why}`, { hint: "jig plugin pack makes one" });
  let parsed: v.InferOutput<typeof pack>;
  try {
    parsed = v.parse(pack, JSON.parse(gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString()));
  } catch (error) {
    throw broken((error as Error).message);
  }
  const files = parsed.files.map(({ path, executable, base64 }) => ({
    path,
    executable,
    bytes: Buffer.from(base64, "base64"),
  }));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  if (new Set(files.map((file) => file.path.toLowerCase())).size < files.length) throw broken("a path is in it twice");
  const paths = new Set(files.map((file) => file.path));
  if (!paths.has("plugin.json")) throw broken("there is no plugin.json in it");
  if (files.some(({ path }) => parentsOf(path).some((parent) => paths.has(parent))))
    throw broken("a file of it is a folder too");
  const hash = hashOf(files);
  if (hash !== parsed.hash) throw broken("its content is not what its hash says");
  return { hash, files };
}

function parentsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}
