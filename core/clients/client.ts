/** Definition of a client, and shared helpers. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { JigError, type JsonObject } from "../host/frontend-api.ts";
import { commandLine, type SetupEnvironment } from "./setup-environment.ts";

/** Server name. Clients prepend it to tool names, so keep it short (12 characters) and without underscores. */
export const SERVER = "jig";
export const SCOPES = ["project", "user"] as const;
export type Scope = (typeof SCOPES)[number];

/** URL of a `jig serve`. `tokenEnv` is the client's environment variable with the token. */
export interface Remote {
  url: string;
  tokenEnv?: string;
}

export type ConfigFormat = "json" | "toml" | "yaml";

export interface Client {
  title: string;
  format: ConfigFormat;
  /** Configuration file by scope. The first one is the default. */
  files: Partial<Record<Scope, (place: SetupEnvironment) => string>>;
  /** Key path of the server list. `document` is the current content of the file. */
  servers(document: JsonObject): string[];
  entry(place: SetupEnvironment, scope: Scope): JsonObject;
  /** Entry for a remote server, if the client supports that. */
  remote?(remote: Remote): JsonObject;
  /** Install link: one with the client's URL scheme, and a web page that redirects to it. */
  link?(entry: JsonObject): { scheme: string; page: string };
  /** The user's next step. */
  next: string;
  /**
   * How to detect the client: programs on PATH, or files it creates. Extensions aren't programs, and version managers extend PATH
   * only in some shells.
   */
  traces: { programs?: readonly string[]; files?: readonly ((place: SetupEnvironment) => string | undefined)[] };
  /** Arguments of a command that shows which servers are connected. */
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

/** Settings folder of an application, following the platform's conventions. */
export function applicationData({ platform, home, environment }: SetupEnvironment, name: string): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", name);
  if (platform === "win32") return join(environment.APPDATA || join(home, "AppData", "Roaming"), name);
  return join(environment.XDG_CONFIG_HOME || join(home, ".config"), name);
}

/** VS Code's storage folder for extensions. */
export const extensionFolder =
  (extension: string, ...path: string[]) =>
  (place: SetupEnvironment) =>
    join(applicationData(place, "Code"), "User", "globalStorage", extension, ...path);

/** Text has the same information as JSON for a third of the tokens (docs/tokens.md). */
const SERVE = ["mcp", "--as", "text"];

/** `{command, args}`, as used by most clients. */
export function commandAndArgs(line: string[], words: string[]): { command: string; args: string[] } {
  return { command: line[0]!, args: [...line.slice(1), ...SERVE, ...words] };
}

/** The client substitutes its environment variable, so the token isn't stored in the file. */
export function bearer({ tokenEnv }: Remote, filledIn: (name: string) => string): JsonObject {
  return tokenEnv === undefined ? {} : { headers: { Authorization: `Bearer ${filledIn(tokenEnv)}` } };
}

export const inMcpServers = () => ["mcpServers", SERVER];

/** For Gemini CLI and its forks, which differ in the program's name. */
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

/** `{type: "local", command: [...]}`, as used by opencode and its forks. */
export function localCommand(line: string[]): JsonObject {
  return { type: "local", command: [...line, ...SERVE], enabled: true };
}

/** Returns the first file if none exists. */
export function firstExisting(...files: [string, ...string[]]): string {
  return files.find((file) => existsSync(file)) ?? files[0];
}
