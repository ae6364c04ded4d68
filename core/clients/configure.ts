/** `jig mcp config`: prints a client's snippet, merges it into the client's file, or takes it out again. */
import { rmSync } from "node:fs";
import { isObject, JigError, type JsonObject } from "../host/frontend-api.ts";
import { type Client, type Remote, type Scope, SERVER } from "./client.ts";
import { CLIENT_IDS, CLIENTS } from "./clients.ts";
import { lookUp } from "./config-document.ts";
import { encodeConfig, makeFolderOf, readConfigFile, replaceFile } from "./config-file.ts";
import { entryText, parseDocument } from "./parse-document.ts";
import { canStart, type SetupEnvironment, SHARED_NAME } from "./setup-environment.ts";
import { forgetUndo, hashOf, readUndo, removeFolders, writeUndo } from "./undo.ts";

export interface ConfigureRequest {
  client: string;
  /** Default: the scope that the client's users reach for. */
  scope?: Scope;
  action: "show" | "write" | "remove";
  /** Connect to a server at a URL instead of starting one. */
  remote?: Remote;
}

export interface Configured {
  /** For stdout: the snippet, or the file that was changed. */
  result: string;
  /** For stderr: an explanation and the next step. */
  notices: string[];
}

/** Throws INVALID_ARGUMENT for an unknown client or scope, and for a file that cannot be changed safely. */
export function configure(
  { client: id, scope: wanted, action, remote }: ConfigureRequest,
  place: SetupEnvironment,
): Configured {
  const client = Object.hasOwn(CLIENTS, id) ? CLIENTS[id] : undefined;
  if (!client) {
    throw new JigError("INVALID_ARGUMENT", `Unknown client "${id}"`, { hint: `Write one of ${CLIENT_IDS.join(", ")}` });
  }
  const scope = wanted ?? (Object.keys(client.files)[0] as Scope);
  const fileOf = client.files[scope];
  if (!fileOf) {
    throw new JigError("INVALID_ARGUMENT", `${client.title} has no ${scope} configuration`, {
      hint: `Write --scope ${Object.keys(client.files).join(" or ")}`,
    });
  }
  const file = fileOf(place);
  if (action === "remove") return remove(client, file, place);
  const content = remote
    ? { entry: remoteEntry(client, remote), doubts: [] }
    : { entry: client.entry(place, scope), doubts: warnings(scope, place) };
  return action === "show" ? show(client, file, content) : write(client, scope, file, place, content);
}

function remoteEntry(client: Client, remote: Remote): JsonObject {
  if (!URL.canParse(remote.url) || !/^https?:$/.test(new URL(remote.url).protocol))
    throw new JigError("INVALID_ARGUMENT", `--url takes the URL of a server, not "${remote.url}"`, {
      hint: "jig serve prints it, for example http://127.0.0.1:7337/mcp",
    });
  if (client.remote) return client.remote(remote);
  throw new JigError("INVALID_ARGUMENT", `The file of ${client.title} takes no URL`, {
    hint: "Add the server in its settings under Connectors",
  });
}

/** The wanted entry, and its possible faults. */
interface Content {
  entry: JsonObject;
  doubts: string[];
}

function show(client: Client, file: string, { entry, doubts }: Content): Configured {
  return {
    result: entryText(client.format, client.servers({}), entry),
    notices: [`This belongs in ${file}; the same command with --write merges it in`, ...doubts],
  };
}

/** A project's file starts jig by its name, which the client must find. */
function warnings(scope: Scope, { environment }: SetupEnvironment): string[] {
  if (scope !== "project" || canStart(SHARED_NAME, environment)) return [];
  return [
    `${SHARED_NAME} is not on your PATH, and a file of the project starts it by that name: put it there, or write --scope user`,
  ];
}

function write(
  client: Client,
  scope: Scope,
  file: string,
  place: SetupEnvironment,
  { entry, doubts }: Content,
): Configured {
  const { text, bytes } = readConfigFile(file);
  const document = parseDocument(client.format, text, file);
  const path = client.servers(document.value);
  const present = lookUp(document.value, path) as JsonObject | undefined;
  // Entries of a started server and of a connected one share no fields.
  const fresh = present !== undefined && isRemote(present) !== isRemote(entry);
  const base = fresh ? parseDocument(client.format, document.remove(path), file) : document;
  const changed = base.set(path, fresh ? entry : mergedEntry(present, entry));
  if (changed === text)
    return {
      result: file,
      notices: [`${client.title} is already configured: nothing was changed`, ...doubts],
    };
  const folders = makeFolderOf(file);
  const known = readUndo(place.configFolder, file);
  // A second --write must not take the first one's result for the user's own file.
  const ours = known !== undefined && bytes !== undefined && hashOf(bytes) === known.written;
  const undo = ours ? known : { before: bytes, folders };
  const encoded = encodeConfig(changed, bytes);
  let copy: string | undefined;
  try {
    // Kept before the file changes: a crash in between loses nothing, and a record that fits no file means nothing.
    copy = writeUndo(place.configFolder, file, { ...undo, written: hashOf(encoded) });
    // A project's file is for everybody who works on it, a user's may come to hold secrets.
    replaceFile(file, encoded, scope === "project" ? 0o666 : 0o600);
  } catch (error) {
    // An empty folder would be taken for a trace of the client.
    removeFolders(folders);
    throw error;
  }
  return {
    result: file,
    notices: [
      ...(copy ? [`Its earlier content is kept in ${copy}`] : []),
      client.next,
      "The same command with --remove undoes this",
      ...doubts,
    ],
  };
}

function remove(client: Client, file: string, place: SetupEnvironment): Configured {
  const { text, bytes } = readConfigFile(file);
  const undo = readUndo(place.configFolder, file);
  const unchanged = bytes !== undefined && undo !== undefined && hashOf(bytes) === undo.written;
  if (unchanged) {
    if (undo.before) replaceFile(file, undo.before);
    else rmSync(file);
    if (!undo.before) removeFolders(undo.folders);
    forgetUndo(place.configFolder, file);
    return { result: file, notices: [undo.before ? "The file was restored" : "The file was removed again"] };
  }
  const document = parseDocument(client.format, text, file);
  const path = client.servers(document.value);
  if (lookUp(document.value, path) === undefined) {
    return { result: file, notices: [`${client.title} is not configured there: nothing was changed`] };
  }
  // If a client nests the entry deeper, its server's whole object is removed.
  replaceFile(file, encodeConfig(document.remove(path.slice(0, path.indexOf(SERVER) + 1)), bytes));
  forgetUndo(place.configFolder, file);
  return { result: file, notices: ["The entry was removed; other changes since it was written were kept"] };
}

/** Words that the user added after `mcp` (`--read-only`, another root) stay; the command in front of them is ours. */
function mergedEntry(present: unknown, entry: JsonObject): JsonObject {
  if (typeof present !== "object" || present === null) return entry;
  if (isRemote(entry)) return entry;
  const merged = { ...entry };
  for (const key of ["args", "command", "cmd"]) {
    const [old, fresh] = [(present as JsonObject)[key], entry[key]];
    if (!Array.isArray(old) || !Array.isArray(fresh) || !old.includes("mcp")) continue;
    merged[key] = [...fresh.slice(0, fresh.indexOf("mcp")), ...old.slice(old.indexOf("mcp"))];
  }
  for (const key of Object.keys(merged))
    if (!["args", "command", "cmd"].includes(key) && key in present) merged[key] = (present as JsonObject)[key];
  return merged;
}

function isRemote(entry: JsonObject): boolean {
  return isObject(entry) && ("url" in entry || "httpUrl" in entry || "uri" in entry || "serverUrl" in entry);
}
