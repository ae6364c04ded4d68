/** The shape of a client entry, and helpers that entries share. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { JigError, type JsonObject } from "../host/frontend-api.ts";
import { commandLine, type SetupEnvironment } from "./setup-environment.ts";

/** The name under which clients know the server. No underscore and no more than 12 characters: clients put it before tool names. */
export const SERVER = "jig";
export const SCOPES = ["project", "user"] as const;
export type Scope = (typeof SCOPES)[number];

/** A `jig serve` to connect to; `tokenEnv` names the client's environment variable that holds its token. */
export interface Remote {
  url: string;
  tokenEnv?: string;
}

export type ConfigFormat = "json" | "toml" | "yaml";

export interface Client {
  title: string;
  format: ConfigFormat;
  /** The file of each scope that the client has; the first is the default. */
  files: Partial<Record<Scope, (place: SetupEnvironment) => string>>;
  /** Path of the list of servers, keys from the top. `document` is the file's present content. */
  servers(document: JsonObject): string[];
  entry(place: SetupEnvironment, scope: Scope): JsonObject;
  /** The entry of a server at a URL; absent if the client's file does not support one. */
  remote?(remote: Remote): JsonObject;
  /** A link that offers the entry to the client when it is opened: the client's own scheme, and a page that leads there. */
  link?(entry: JsonObject): { scheme: string; page: string };
  /** Instruction for the user after the write. */
  next: string;
  /**
   * Proof that it is installed: a program of one of these names on the PATH, or a file or folder that it leaves. Extensions have no
   * program, and one installed by a version manager is on the PATH of some shells only.
   */
  traces: { programs?: readonly string[]; files?: readonly ((place: SetupEnvironment) => string | undefined)[] };
  /** Words of its own command that says of every server whether it is connected. */
  check?: readonly string[];
}

export function projectOf({ root }: SetupEnvironment): string {
  if (root !== undefined) return root;
  throw new JigError("INVALID_ARGUMENT", "There is no project to configure here", {
    hint: "Start jig in the project's folder, or name it with --root",
  });
}

export const atRoot =
  (...path: string[]) =>
  (place: SetupEnvironment) =>
    join(projectOf(place), ...path);
export const atHome =
  (...path: string[]) =>
  ({ home }: SetupEnvironment) =>
    join(home, ...path);

/** The folder of an application's settings by the rules of the system. */
export function applicationData({ platform, home, environment }: SetupEnvironment, name: string): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", name);
  if (platform === "win32") return join(environment.APPDATA || join(home, "AppData", "Roaming"), name);
  return join(environment.XDG_CONFIG_HOME || join(home, ".config"), name);
}

/** Where VS Code lets an extension keep files. */
export const extensionFolder =
  (extension: string, ...path: string[]) =>
  (place: SetupEnvironment) =>
    join(applicationData(place, "Code"), "User", "globalStorage", extension, ...path);

/** Text says all that JSON says, in a third of the tokens (docs/tokens.md). */
const SERVE = ["mcp", "--as", "text"];

/** `{command, args}`: the shape most clients share. */
export function commandAndArgs(line: string[], words: string[]): { command: string; args: string[] } {
  return { command: line[0]!, args: [...line.slice(1), ...SERVE, ...words] };
}

/** The token as the client fills it in from its environment: no file holds it. */
export function bearer({ tokenEnv }: Remote, filledIn: (name: string) => string): JsonObject {
  return tokenEnv === undefined ? {} : { headers: { Authorization: `Bearer ${filledIn(tokenEnv)}` } };
}

export const inMcpServers = () => ["mcpServers", SERVER];

/** Gemini CLI and its forks: all under the name of the program. */
export function likeGemini(program: string, own: Pick<Client, "title" | "next">): Client {
  return {
    ...own,
    format: "json",
    files: { project: atRoot(`.${program}`, "settings.json"), user: atHome(`.${program}`, "settings.json") },
    servers: inMcpServers,
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), []),
    remote: (to) => ({ httpUrl: to.url, ...bearer(to, (name) => `$${name}`) }),
    traces: { programs: [program], files: [atHome(`.${program}`, "settings.json")] },
    check: [program, "mcp", "list"],
  };
}

/** `{type: "local", command: [...]}`: the shape of opencode and its forks. */
export function localCommand(line: string[]): JsonObject {
  return { type: "local", command: [...line, ...SERVE], enabled: true };
}

/** The first of these files that exists, else the first. */
export function firstExisting(...files: [string, ...string[]]): string {
  return files.find((file) => existsSync(file)) ?? files[0];
}
