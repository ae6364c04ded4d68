/**
 * Saves results of tools. They are always inside the workspace and never replace a file that jig hasn't written, so we keep a
 * record of them.
 */
import { createHash } from "node:crypto";
import type { Cache, Files, Outputs, ResolvedPath, Workspace } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import type { Json } from "../contract/outcome.ts";

const MAX_BYTES = 256 * 1024 * 1024;
const PREFIX = "output-";

export interface OutputsOptions {
  workspace: Workspace;
  /** Results are saved with the plugin's own `files`, which requires the permission to write. */
  files: Files;
  /** One record for each workspace. All plugins share it so that none of them searches saved results. */
  record: Cache;
  /** Encodes the value as the tool declares. */
  encode(value: Json, format: "json" | "toon"): Promise<string>;
}

export function createOutputs({ workspace, files, record, encode }: OutputsOptions): Outputs {
  return {
    async check(written, extension) {
      const name = written.toLowerCase().endsWith(extension) ? written : written + extension;
      const target = await workspace.resolve(name, { expect: "new" });
      if (target.kind === "missing") return target;
      if ((await stampIn(record, target.absolute)) !== stampOf(target)) {
        throw new JigError("INVALID_ARGUMENT", `"${name}" exists and was not written by jig, or was changed since`, {
          hint: "Name a new file",
        });
      }
      return target;
    },
    async save(target, value, format = "json") {
      const data = new TextEncoder().encode(typeof value === "string" ? value : await encode(value, format));
      if (data.length > MAX_BYTES) {
        throw new JigError(
          "LIMIT_EXCEEDED",
          `The answer has ${data.length} bytes, but at most ${MAX_BYTES} can be saved`,
        );
      }
      await files.write(target.absolute, data, { replace: target.kind === "file" });
      const saved = await files.stat(target.absolute);
      const line = new TextEncoder().encode(`${stampOf(saved)}\n${target.absolute}`);
      // The result is saved even if this fails, but the next one will need another name.
      await record.write(keyOf(target.absolute), line).catch(() => {});
    },
    async list() {
      const found: string[] = [];
      for (const { key } of await record.list()) {
        const [stamp, path] = key.startsWith(PREFIX) ? await recordIn(record, key) : [];
        if (path === undefined) continue;
        const stat = await files.stat(path).catch(() => undefined);
        // If the file was modified, it belongs to the user now.
        if (stat && stampOf(stat) === stamp) found.push(path);
        else if (!stat) await record.remove(key);
      }
      return found;
    },
  };
}

async function recordIn(record: Cache, key: string): Promise<[stamp: string | undefined, path: string | undefined]> {
  const bytes = await record.read(key);
  const text = bytes ? new TextDecoder().decode(bytes) : "";
  const end = text.indexOf("\n");
  return end < 0 ? [undefined, undefined] : [text.slice(0, end), text.slice(end + 1)];
}

async function stampIn(record: Cache, path: string): Promise<string | undefined> {
  return (await recordIn(record, keyOf(path)))[0];
}

function keyOf(path: string): string {
  return `${PREFIX}${createHash("sha256").update(path).digest("hex").slice(0, 32)}`;
}

function stampOf(file: Pick<ResolvedPath, "size" | "mtimeMs">): string {
  return `${file.size} ${file.mtimeMs}`;
}
