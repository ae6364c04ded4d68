/**
 * Defines the format of plugin packages, which is gzipped JSON with all files. The hash is the one used for approvals, and
 * authors sign it.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import * as v from "valibot";
import {
  contentHash,
  errorCode,
  errorMessage,
  type FolderContent,
  JigError,
  MAX_PLUGIN_BYTES,
  MAX_PLUGIN_FILES,
} from "../host/frontend-api.ts";

export const PACK_ENDING = ".jigplugin";
/** The limit for both the file and its content. Base64 adds a third to the maximum size of a plugin. */
export const MAX_PACK_BYTES = 80 * 1024 * 1024;

/** A relative path without `..`, drives or backslashes. */
const path = v.pipe(
  v.string(),
  v.check((value) => value.split("/").every((part) => /^[^\\:\0/]+$/.test(part) && part !== "." && part !== "..")),
);
/** The author's public key, and a signature of `authorStatement`. */
const signed = v.strictObject({ owner: v.string(), key: v.string(), signature: v.string() });
const pack = v.strictObject({
  format: v.literal(1),
  hash: v.string(),
  signed: v.optional(signed),
  files: v.array(v.strictObject({ path, executable: v.boolean(), base64: v.string() })),
});

export interface PackContent extends FolderContent {
  signed?: v.InferOutput<typeof signed>;
}

/** Returns the text to sign. It includes the name and version, so that a package can't be distributed with another name. */
export function authorStatement(owner: string, name: string, version: string, hash: string): string {
  return `jig plugin\n${owner}/${name}@${version}\n${hash}\n`;
}

export function packed(content: PackContent): Uint8Array {
  const files = content.files.map(({ path, executable, bytes }) => ({
    path,
    executable,
    base64: bytes.toString("base64"),
  }));
  const { hash, signed } = content;
  return gzipSync(JSON.stringify({ format: 1, hash, ...(signed ? { signed } : {}), files }));
}

/** Throws INVALID_ARGUMENT for an invalid package or a wrong hash, and LIMIT_EXCEEDED. It doesn't verify signatures. */
export function unpacked(bytes: Uint8Array, name: string): PackContent {
  const broken = (why: string) =>
    new JigError("INVALID_ARGUMENT", `${name} is not a packed plugin: ${why}`, { hint: "jig plugin pack makes one" });
  let parsed: v.InferOutput<typeof pack>;
  try {
    parsed = v.parse(pack, JSON.parse(gunzipSync(bytes, { maxOutputLength: MAX_PACK_BYTES }).toString()));
  } catch (error) {
    if (errorCode(error) === "ERR_BUFFER_TOO_LARGE") throw tooMuch(name, `${MAX_PACK_BYTES} bytes when it is unpacked`);
    throw broken(errorMessage(error));
  }
  if (parsed.files.length > MAX_PLUGIN_FILES) throw tooMuch(name, `${MAX_PLUGIN_FILES} files`);
  const files = parsed.files.map(({ path, executable, base64 }) => ({
    path,
    executable,
    bytes: Buffer.from(base64, "base64"),
  }));
  if (files.reduce((sum, file) => sum + file.bytes.length, 0) > MAX_PLUGIN_BYTES)
    throw tooMuch(name, `${MAX_PLUGIN_BYTES} bytes`);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  if (new Set(files.map((file) => file.path.toLowerCase())).size < files.length)
    throw broken("it contains a path twice");
  const paths = new Set(files.map((file) => file.path));
  if (!paths.has("plugin.json")) throw broken("it has no plugin.json");
  if (files.some(({ path }) => parentsOf(path).some((parent) => paths.has(parent))))
    throw broken("it uses one path as both a file and a folder");
  const hash = contentHash(files);
  if (hash !== parsed.hash) throw broken("its content does not match its hash");
  return { hash, files, ...(parsed.signed ? { signed: parsed.signed } : {}) };
}

function tooMuch(name: string, most: string): JigError {
  return new JigError("LIMIT_EXCEEDED", `${name} has more than ${most}, the limit for a plugin`, {
    hint: "Keep only the files that the plugin needs",
  });
}

function parentsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}
