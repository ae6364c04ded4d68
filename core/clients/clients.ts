/** The clients, one entry each: which files they read, and what an MCP server looks like there. */
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

export interface Client {
  title: string;
  format: "json" | "toml";
  /** The file of each scope that the client has; the first is the default. */
  files: Partial<Record<Scope, (place: SetupEnvironment) => string>>;
  /** Where servers are listed: keys from the top. `document` is what the file holds now. */
  servers(document: JsonObject): string[];
  entry(place: SetupEnvironment, scope: Scope): JsonObject;
  /** The entry of a server at a URL; absent where the client's file cannot say one. */
  remote?(remote: Remote): JsonObject;
  /** What the user still has to do. */
  next: string;
  /** By what it is found on a machine: a program of one of these names on the PATH, or one of these folders. */
  traces: { programs?: readonly string[]; folders?(place: SetupEnvironment): string[] };
  /** Words of its own command that says of every server whether it is connected. */
  check?: readonly string[];
}

function projectOf({ root }: SetupEnvironment): string {
  if (root !== undefined) return root;
  throw new JigError("INVALID_ARGUMENT", "There is no project here to configure", {
    hint: "Start jig in the project's folder, or name it with --root",
  });
}

const atRoot =
  (...path: string[]) =>
  (place: SetupEnvironment) =>
    join(projectOf(place), ...path);
const atHome =
  (...path: string[]) =>
  ({ home }: SetupEnvironment) =>
    join(home, ...path);

/** The folder of an application's settings by the rules of the system. */
function applicationData({ platform, home, environment }: SetupEnvironment, name: string): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", name);
  if (platform === "win32") return join(environment.APPDATA || join(home, "AppData", "Roaming"), name);
  return join(environment.XDG_CONFIG_HOME || join(home, ".config"), name);
}

/** Cline keeps its files where VS Code lets extensions keep theirs. */
function clineFolder(place: SetupEnvironment): string {
  return join(applicationData(place, "Code"), "User", "globalStorage", "saoudrizwan.claude-dev");
}

/** Text says all that JSON says, in a third of the tokens (docs/tokens.md). */
const SERVE = ["mcp", "--as", "text"];

/** `{command, args}`: the shape most clients share. */
function commandAndArgs(line: string[], words: string[]): JsonObject {
  return { command: line[0]!, args: [...line.slice(1), ...SERVE, ...words] };
}

/** The token as the client fills it in from its environment: no file holds it. */
function bearer({ tokenEnv }: Remote, filledIn: (name: string) => string): JsonObject {
  return tokenEnv === undefined ? {} : { headers: { Authorization: `Bearer ${filledIn(tokenEnv)}` } };
}

const inMcpServers = () => ["mcpServers", SERVER];

/** Gemini CLI and what was made of it: all under the name of the program. */
function likeGemini(program: string, own: Pick<Client, "title" | "next">): Client {
  return {
    ...own,
    format: "json",
    files: { project: atRoot(`.${program}`, "settings.json"), user: atHome(`.${program}`, "settings.json") },
    servers: inMcpServers,
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), []),
    remote: (to) => ({ httpUrl: to.url, ...bearer(to, (name) => `$${name}`) }),
    traces: { programs: [program] },
    check: [program, "mcp", "list"],
  };
}

export const CLIENTS: Record<string, Client> = {
  claude: {
    title: "Claude Code",
    format: "json",
    files: {
      project: atRoot(".mcp.json"),
      user: ({ home, environment }) => join(environment.CLAUDE_CONFIG_DIR || home, ".claude.json"),
    },
    servers: inMcpServers,
    entry: (place, scope) => ({ type: "stdio", ...commandAndArgs(commandLine(place, scope === "project"), []) }),
    remote: (to) => ({ type: "http", url: to.url, ...bearer(to, (name) => `\${${name}}`) }),
    next: "Start claude in the project and approve the server; /mcp shows it",
    traces: { programs: ["claude"] },
    check: ["claude", "mcp", "list"],
  },
  "claude-desktop": {
    title: "Claude Desktop",
    format: "json",
    files: { user: (place) => join(applicationData(place, "Claude"), "claude_desktop_config.json") },
    servers: inMcpServers,
    // It starts servers in no project, so the configuration has to name one.
    entry: (place) => commandAndArgs(commandLine(place, false), ["--root", projectOf(place)]),
    next: "Quit Claude Desktop and start it again",
    traces: { folders: (place) => [applicationData(place, "Claude")] },
  },
  cursor: {
    title: "Cursor",
    format: "json",
    files: { project: atRoot(".cursor", "mcp.json"), user: atHome(".cursor", "mcp.json") },
    servers: inMcpServers,
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), ["--root", `\${workspaceFolder}`]),
    remote: (to) => ({ url: to.url, ...bearer(to, (name) => `\${env:${name}}`) }),
    next: "Enable the server in Cursor's settings under MCP",
    traces: { programs: ["cursor", "cursor-agent"], folders: (place) => [atHome(".cursor")(place)] },
  },
  vscode: {
    title: "VS Code",
    format: "json",
    files: {
      project: atRoot(".vscode", "mcp.json"),
      user: (place) => join(applicationData(place, "Code"), "User", "mcp.json"),
    },
    servers: () => ["servers", SERVER],
    entry: (place, scope) => ({
      type: "stdio",
      ...commandAndArgs(commandLine(place, scope === "project"), ["--root", `\${workspaceFolder}`]),
    }),
    remote: (to) => ({ type: "http", url: to.url, ...bearer(to, (name) => `\${env:${name}}`) }),
    next: "Start the server with the command MCP: List Servers",
    traces: { programs: ["code"], folders: (place) => [join(applicationData(place, "Code"), "User")] },
  },
  codex: {
    title: "Codex",
    format: "toml",
    files: {
      user: ({ home, environment }) => join(environment.CODEX_HOME || join(home, ".codex"), "config.toml"),
      project: atRoot(".codex", "config.toml"),
    },
    servers: () => ["mcp_servers", SERVER],
    // Compiling a game takes longer than the client's own limit.
    entry: (place, scope) => ({
      ...commandAndArgs(commandLine(place, scope === "project"), []),
      tool_timeout_sec: 600,
    }),
    remote: ({ url, tokenEnv }) => ({
      url,
      ...(tokenEnv !== undefined && { bearer_token_env_var: tokenEnv }),
      tool_timeout_sec: 600,
    }),
    next: "Start codex in the project; /mcp shows the server",
    traces: { programs: ["codex"], folders: (place) => [atHome(".codex")(place)] },
  },
  gemini: likeGemini("gemini", {
    title: "Gemini CLI",
    next: "Start gemini in the project; /mcp shows the server",
  }),
  qwen: likeGemini("qwen", {
    title: "Qwen Code",
    next: "Run qwen mcp approve jig in the project, where the file is the project's; /mcp shows the server",
  }),
  opencode: {
    title: "opencode",
    format: "json",
    files: {
      project: (place) =>
        firstExisting(join(projectOf(place), "opencode.json"), join(projectOf(place), "opencode.jsonc")),
      user(place) {
        const folder = join(place.environment.XDG_CONFIG_HOME || join(place.home, ".config"), "opencode");
        return firstExisting(join(folder, "opencode.json"), join(folder, "opencode.jsonc"));
      },
    },
    // Version 2 lists servers one level deeper and still reads what version 1 wrote.
    servers: ({ mcp }) =>
      isServerMap((mcp as JsonObject | undefined)?.servers) ? ["mcp", "servers", SERVER] : ["mcp", SERVER],
    entry: (place, scope) => ({
      type: "local",
      command: [...commandLine(place, scope === "project"), ...SERVE],
      enabled: true,
    }),
    remote: (to) => ({ type: "remote", url: to.url, enabled: true, ...bearer(to, (name) => `{env:${name}}`) }),
    next: "Start opencode in the project",
    traces: { programs: ["opencode"] },
    check: ["opencode", "mcp", "list"],
  },
  copilot: {
    title: "Copilot CLI",
    format: "json",
    files: { user: atHome(".copilot", "mcp-config.json") },
    servers: inMcpServers,
    entry: (place) => ({ type: "local", ...commandAndArgs(commandLine(place, false), []), tools: ["*"] }),
    next: "Start copilot in the project; /mcp show lists the server",
    traces: { programs: ["copilot"], folders: (place) => [atHome(".copilot")(place)] },
  },
  zed: {
    title: "Zed",
    format: "json",
    files: {
      user: (place) =>
        place.platform === "win32"
          ? join(applicationData(place, "Zed"), "settings.json")
          : join(place.environment.XDG_CONFIG_HOME || join(place.home, ".config"), "zed", "settings.json"),
      project: atRoot(".zed", "settings.json"),
    },
    servers: () => ["context_servers", SERVER],
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), []),
    next: "Open the project in Zed; the Agent Panel's settings show the server",
    traces: {
      programs: ["zed", "zeditor"],
      folders: (place) => [join(place.environment.XDG_CONFIG_HOME || join(place.home, ".config"), "zed")],
    },
  },
  windsurf: {
    title: "Windsurf",
    format: "json",
    files: { user: atHome(".codeium", "windsurf", "mcp_config.json") },
    servers: inMcpServers,
    // It has one list for all projects and names none to the server.
    entry: (place) => commandAndArgs(commandLine(place, false), ["--root", projectOf(place)]),
    next: "Refresh the MCP servers in Windsurf's Cascade settings",
    traces: { programs: ["windsurf"], folders: (place) => [atHome(".codeium", "windsurf")(place)] },
  },
  cline: {
    title: "Cline",
    format: "json",
    files: { user: (place) => join(clineFolder(place), "settings", "cline_mcp_settings.json") },
    servers: inMcpServers,
    entry: (place) => commandAndArgs(commandLine(place, false), ["--root", projectOf(place)]),
    next: "Open MCP Servers in Cline; it reads the file at once",
    traces: { folders: (place) => [clineFolder(place)] },
  },
  "cline-cli": {
    title: "Cline CLI",
    format: "json",
    files: { user: atHome(".cline", "data", "settings", "cline_mcp_settings.json") },
    servers: () => ["mcpServers", SERVER, "transport"],
    entry: (place) => ({ type: "stdio", ...commandAndArgs(commandLine(place, false), []) }),
    next: "Start cline in the project",
    traces: { programs: ["cline"] },
  },
  junie: {
    title: "Junie (JetBrains, Rider)",
    format: "json",
    files: { project: atRoot(".junie", "mcp", "mcp.json"), user: atHome(".junie", "mcp", "mcp.json") },
    servers: inMcpServers,
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), []),
    next: "Settings | Tools | Junie | MCP Settings shows the server",
    traces: { programs: ["junie"], folders: (place) => [atHome(".junie")(place)] },
  },
  "visual-studio": {
    title: "Visual Studio",
    format: "json",
    files: { user: atHome(".mcp.json") },
    servers: () => ["servers", SERVER],
    entry: (place) => ({ type: "stdio", ...commandAndArgs(commandLine(place, false), []) }),
    next: "Open a solution and start the server in Copilot Chat's list of tools",
    traces: {
      folders: ({ platform, environment }) =>
        platform === "win32" && environment.ProgramFiles
          ? [join(environment.ProgramFiles, "Microsoft Visual Studio")]
          : [],
    },
  },
};

export const CLIENT_IDS: readonly string[] = Object.keys(CLIENTS);

function firstExisting(first: string, second: string): string {
  return !existsSync(first) && existsSync(second) ? second : first;
}

/** A server that somebody called "servers" has a `type` of its own; a map of servers has not. */
function isServerMap(value: unknown): boolean {
  return typeof value === "object" && value !== null && !("type" in value) && !("enabled" in value);
}
