/**
 * Defines the protocol for the process of a plugin, which has one line of JSON per message (docs/plugins.md "Framed commands").
 * The `hello` contains a secret word, with which the child must begin each of its lines. Any other line it prints is log
 * output.
 */
import type { Progress, Root } from "../contract/context.ts";
import type { RenderedRow } from "../contract/define.ts";
import type { ErrorData } from "../contract/errors.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { PluginFile } from "../contract/plugin-file.ts";
import type { Permissions } from "../contract/plugin-schema.ts";

/**
 * From the host. The first message is always `hello`. An `answer` is expected for `call`, `lines`, `path`, `source`,
 * `symbols`, `doctor` and `availableTools`.
 */
export type HostMessage =
  | Hello
  | { type: "call"; id: number; tool: string; input: JsonObject }
  | { type: "lines"; id: number; tool: string; rows: readonly RenderedRow[]; answer: Json; input: JsonObject }
  | { type: "path"; id: number; prefix: string; path: string }
  | { type: "source"; id: number; prefix: string; call: unknown }
  | { type: "symbols"; id: number; language: string; file: string }
  | { type: "doctor"; id: number }
  | { type: "availableTools"; id: number }
  /** Loads a module of the folder and returns its default export as data. */
  | { type: "load"; id: number; module: string }
  /** Aborts the signal of a request's handler. If there is no response after a short time, the process is killed. */
  | { type: "abort"; id: number; error: ErrorData }
  /** The response to an `ask`. Bytes are packed, see `pack`. */
  | { type: "reply"; id: number; value?: unknown; error?: ErrorData }
  /** The lease of this handle was lost. */
  | { type: "lost"; handle: number }
  | { type: "close" };

export interface Hello {
  type: "hello";
  protocol: 1;
  /** The secret word. */
  word: string;
  folder: string;
  file: PluginFile;
  /** The way in which the modules of a built-in plugin are found. */
  builtIn?: string;
  roots: readonly Root[];
  permissions: Permissions;
  readOnly: boolean;
  /** Only the variables that were declared. */
  env: Record<string, string>;
  /** The caches of the plugin by the root's path. The key for the workspace is "". */
  cacheFolders: Record<string, string>;
  cores: number;
  /** The path of web-tree-sitter, if the plugin has grammars. */
  library?: string;
  /** A file that a sandboxed child must not be able to read. The child says in `ready` whether it could. */
  probe?: string;
}

/** Messages that the child sends. `scope` is the call number or, for services, the path of the root (`""` for the workspace). */
export type ChildMessage =
  | { type: "ready"; escaped?: boolean }
  | { type: "answer"; id: number; value?: unknown; error?: ErrorData }
  | { type: "progress"; call: number; progress: Progress }
  | { type: "rows"; call: number; rows: Json[] }
  | { type: "log"; level: "debug" | "info" | "warn" | "error"; message: string }
  /** This needs a `reply`. `method` is a method of the context, for example `files.readText`. */
  | { type: "ask"; id: number; scope: number | string; method: string; args: unknown[] }
  /** Cancels an `ask`. */
  | { type: "stop"; id: number };

/**
 * Creates a function that splits chunks into lines. Even a long line is only copied once.
 * @param maxBytes - Maximum length of a line
 * @param onTooLong - Called for a line that exceeds it
 */
export function createLineSplitter(onLine: (line: Buffer) => void, maxBytes: number, onTooLong: () => void) {
  let chunks: Buffer[] = [];
  let held = 0;
  return (chunk: Uint8Array): void => {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const last = rest.subarray(0, end);
      onLine(chunks.length === 0 ? last : Buffer.concat([...chunks, last]));
      chunks = [];
      held = 0;
      rest = rest.subarray(end + 1);
    }
    if (rest.length === 0) return;
    chunks.push(Buffer.from(rest));
    held += rest.length;
    if (held > maxBytes) onTooLong();
  };
}

const MARKS = ["$bytes", "$floats", "$object"];

/**
 * Converts a value for JSON. Bytes become `{"$bytes": base64}`, and arrays of numbers `{"$floats": base64}`, or plain lists for
 * programs that don't use our `unpack`.
 */
export function pack(value: unknown, numbers: "packed" | "lists" = "packed"): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Float64Array) return numbers === "lists" ? [...value] : { $floats: base64(value) };
  if (value instanceof Uint8Array) return { $bytes: base64(value) };
  if (Array.isArray(value)) return value.map((each) => pack(each, numbers));
  const packed: Record<string, unknown> = {};
  let marked = false;
  for (const [key, inner] of Object.entries(value)) {
    if (MARKS.includes(key)) marked = true;
    packed[key] = pack(inner, numbers);
  }
  // The data may look like one of our packed objects.
  return marked ? { $object: packed } : packed;
}

export function unpack(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(unpack);
  const object: Record<string, unknown> = { ...value };
  if (typeof object.$bytes === "string") return new Uint8Array(Buffer.from(object.$bytes, "base64"));
  if (typeof object.$floats === "string") {
    const bytes = Buffer.from(object.$floats, "base64");
    return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  }
  const inner = typeof object.$object === "object" && object.$object !== null ? object.$object : object;
  return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, unpack(each)]));
}

function base64(view: Uint8Array | Float64Array): string {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString("base64");
}
