/** Defines a client, and contains helpers for all of them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { JigError, type JsonObject } from "../host/frontend-api.ts";
import { commandLine, type SetupEnvironment } from "./setup-environment.ts";

/**
 * The name of the server. Clients put it before the names of tools, so it should be short (12 characters) and without
 * underscores.
 */
export const SERVER = "jig";
export const SCOPES = ["project", "user"] as const;
export type Scope = (typeof SCOPES)[number];

/** The URL of a `jig serve`. `tokenEnv` is the client's environment variable with the token. */
export interface Remote {
  url: string;
  tokenEnv?: string;
}

export type ConfigFormat = "json" | "toml" | "yaml";

export interface Client {
  title: string;
  format: ConfigFormat;
  /** The configuration file for each scope. The first one is the default. */
  files: Partial<Record<Scope, (place: SetupEnvironment) => string>>;
  /** Returns the path to the list of servers. `document` is the current content of the file. */
  servers(document: JsonObject): string[];
  entry(place: SetupEnvironment, scope: Scope): JsonObject;
  /** Returns the entry for a remote server, if the client supports that. */
  remote?(remote: Remote): JsonObject;
  /** Returns a link for the installation with the client's URL scheme, and a web page that redirects to it. */
  link?(entry: JsonObject): { scheme: string; page: string };
  /** The next step for the user. */
  next: string;
  /**
   * The way to detect the client, which is by programs on the PATH or by files that it creates. Extensions aren't programs, and
   * version managers only extend the PATH in some shells.
   */
  traces: { programs?: readonly string[]; files?: readonly ((place: SetupEnvironment) => string | undefined)[] };
  /** The arguments of a command that shows which servers are connected. */
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

/** Returns the settings folder of an application by the conventions of the platform. */
export function applicationData({ platform, home, environment }: SetupEnvironment, name: string): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", name);
  if (platform === "win32") return join(environment.APPDATA || join(home, "AppData", "Roaming"), name);
  return join(environment.XDG_CONFIG_HOME || join(home, ".config"), name);
}

/** Returns VS Code's storage folder for extensions. */
export const extensionFolder =
  (extension: string, ...path: string[]) =>
  (place: SetupEnvironment) =>
    join(applicationData(place, "Code"), "User", "globalStorage", extension, ...path);

/** Text contains the same information as JSON with a third of the tokens (docs/tokens.md). */
const SERVE = ["mcp", "--as", "text"];

/** Returns `{command, args}`, which most clients use. */
export function commandAndArgs(line: string[], words: string[]): { command: string; args: string[] } {
  return { command: line[0]!, args: [...line.slice(1), ...SERVE, ...words] };
}

/** The client inserts its environment variable, so the token isn't stored in the file. */
export function bearer({ tokenEnv }: Remote, filledIn: (name: string) => string): JsonObject {
  return tokenEnv === undefined ? {} : { headers: { Authorization: `Bearer ${filledIn(tokenEnv)}` } };
}

export const inMcpServers = () => ["mcpServers", SERVER];

/** Used for Gemini CLI and its forks, which only differ in the program's name. */
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

/** Returns `{type: "local", command: [...]}`, which opencode and its forks use. */
export function localCommand(line: string[]): JsonObject {
  return { type: "local", command: [...line, ...SERVE], enabled: true };
}

/** Returns the first file if none of them exists. */
export function firstExisting(...files: [string, ...string[]]): string {
  return files.find((file) => existsSync(file)) ?? files[0];
}
