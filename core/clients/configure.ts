/** Implements `jig mcp config`, which prints, writes or removes the configuration for a client. */
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
  /** The default is the client's usual scope. */
  scope?: Scope;
  action: "show" | "write" | "remove";
  /** The URL to connect to, in place of starting a server. */
  remote?: Remote;
}

export interface Configured {
  /** Written to stdout: the configuration, or the file that was changed. */
  result: string;
  /** Written to stderr: an explanation and the next step. */
  notices: string[];
}

/** Throws INVALID_ARGUMENT if the client or scope is unknown, or the file can't be changed safely. */
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
  throw new JigError("INVALID_ARGUMENT", `The file of ${client.title} cannot hold a URL`, {
    hint: "Add the server in its settings under Connectors",
  });
}

/** The new entry with warnings. */
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

/** Project files contain `jig` without a path, so it has to be on the PATH. */
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
  // Local and remote entries have nothing in common, so they aren't merged.
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
  // At a second --write, the file is our own output and not the user's original.
  const ours = known !== undefined && bytes !== undefined && hashOf(bytes) === known.written;
  const undo = ours ? known : { before: bytes, folders };
  const encoded = encodeConfig(changed, bytes);
  let copy: string | undefined;
  try {
    // The undo record is saved first. If jig crashes now, it doesn't match the file and is ignored.
    copy = writeUndo(place.configFolder, file, { ...undo, written: hashOf(encoded) });
    // Project files are shared with the team, while user files may contain secrets.
    replaceFile(file, encoded, scope === "project" ? 0o666 : 0o600);
  } catch (error) {
    // Because of empty folders, the client would be detected later.
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
  // Some clients have the entry at a deeper level, so the whole object of the server is removed.
  replaceFile(file, encodeConfig(document.remove(path.slice(0, path.indexOf(SERVER) + 1)), bytes));
  forgetUndo(place.configFolder, file);
  return { result: file, notices: ["The entry was removed; other changes since it was written were kept"] };
}

/** Keeps arguments that the user has added after `mcp`, such as `--read-only`. The command itself is replaced. */
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
