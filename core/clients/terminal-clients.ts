/** Describes clients that run in a terminal. */
import { join } from "node:path";
import type { JsonObject } from "../host/frontend-api.ts";
import {
  applicationData,
  atHome,
  atRoot,
  bearer,
  type Client,
  commandAndArgs,
  firstExisting,
  inMcpServers,
  likeGemini,
  localCommand,
  projectOf,
  SERVER,
} from "./client.ts";
import { commandLine } from "./setup-environment.ts";

export const TERMINAL_CLIENTS: Record<string, Client> = {
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
    traces: { programs: ["claude"], files: [atHome(".claude.json"), atHome(".claude")] },
    check: ["claude", "mcp", "list"],
  },
  codex: {
    title: "Codex",
    format: "toml",
    files: {
      user: ({ home, environment }) => join(environment.CODEX_HOME || join(home, ".codex"), "config.toml"),
      project: atRoot(".codex", "config.toml"),
    },
    servers: () => ["mcp_servers", SERVER],
    // Compiling a game can take longer than the client's default timeout.
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
    traces: { programs: ["codex"], files: [atHome(".codex")] },
  },
  gemini: likeGemini("gemini", {
    title: "Gemini CLI",
    next: "Start gemini in the project; /mcp shows the server",
  }),
  qwen: likeGemini("qwen", {
    title: "Qwen Code",
    next: "Run qwen mcp approve jig in the project if the file is the project's; /mcp shows the server",
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
    // Version 2 has servers at a deeper level, but still reads the files of version 1.
    servers: ({ mcp }) =>
      isServerMap((mcp as JsonObject | undefined)?.servers) ? ["mcp", "servers", SERVER] : ["mcp", SERVER],
    entry: (place, scope) => localCommand(commandLine(place, scope === "project")),
    remote: (to) => ({ type: "remote", url: to.url, enabled: true, ...bearer(to, (name) => `{env:${name}}`) }),
    next: "Start opencode in the project",
    traces: { programs: ["opencode"], files: [atHome(".config", "opencode"), atHome(".local", "share", "opencode")] },
    check: ["opencode", "mcp", "list"],
  },
  copilot: {
    title: "Copilot CLI",
    format: "json",
    files: { user: atHome(".copilot", "mcp-config.json") },
    servers: inMcpServers,
    entry: (place) => ({ type: "local", ...commandAndArgs(commandLine(place, false), []), tools: ["*"] }),
    next: "Start copilot in the project; /mcp show lists the server",
    traces: { programs: ["copilot"], files: [atHome(".copilot")] },
  },
  "cline-cli": {
    title: "Cline CLI",
    format: "json",
    files: { user: atHome(".cline", "data", "settings", "cline_mcp_settings.json") },
    servers: () => ["mcpServers", SERVER, "transport"],
    entry: (place) => ({ type: "stdio", ...commandAndArgs(commandLine(place, false), []) }),
    next: "Start cline in the project",
    traces: { programs: ["cline"], files: [atHome(".cline")] },
  },
  crush: {
    title: "Crush",
    format: "json",
    files: {
      project: (place) => firstExisting(join(projectOf(place), "crush.json"), join(projectOf(place), ".crush.json")),
      user: (place) =>
        place.platform === "win32"
          ? join(place.environment.LOCALAPPDATA || join(place.home, "AppData", "Local"), "crush", "crush.json")
          : join(place.environment.XDG_CONFIG_HOME || join(place.home, ".config"), "crush", "crush.json"),
    },
    servers: () => ["mcp", SERVER],
    entry: (place, scope) => ({ type: "stdio", ...commandAndArgs(commandLine(place, scope === "project"), []) }),
    remote: (to) => ({ type: "http", url: to.url, ...bearer(to, (name) => `$${name}`) }),
    next: "Start crush in the project",
    traces: { programs: ["crush"], files: [atHome(".config", "crush"), atHome(".local", "share", "crush")] },
  },
  amp: {
    title: "Amp",
    format: "json",
    files: { project: atRoot(".amp", "settings.json"), user: atHome(".config", "amp", "settings.json") },
    servers: () => ["amp.mcpServers", SERVER],
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), []),
    remote: (to) => ({ url: to.url, ...bearer(to, (name) => `\${${name}}`) }),
    next: "Start amp in the project; it asks you to approve a project's server",
    traces: { programs: ["amp"], files: [atHome(".config", "amp")] },
  },
  droid: {
    title: "Factory Droid",
    format: "json",
    files: { project: atRoot(".factory", "mcp.json"), user: atHome(".factory", "mcp.json") },
    servers: inMcpServers,
    entry: (place, scope) => ({ type: "stdio", ...commandAndArgs(commandLine(place, scope === "project"), []) }),
    remote: (to) => ({ type: "http", url: to.url, ...bearer(to, (name) => `\${${name}}`) }),
    next: "Start droid in the project; /mcp shows the server",
    traces: { programs: ["droid"], files: [atHome(".factory")] },
  },
  warp: {
    title: "Warp",
    format: "json",
    files: { project: atRoot(".warp", ".mcp.json"), user: atHome(".warp", ".mcp.json") },
    servers: inMcpServers,
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), []),
    remote: (to) => ({ url: to.url, ...bearer(to, (name) => `\${${name}}`) }),
    next: "Settings | Agents | MCP servers shows the server; a project's server is started there",
    traces: { programs: ["warp-terminal", "warp"], files: [atHome(".warp")] },
  },
  goose: {
    title: "Goose",
    format: "yaml",
    files: {
      user: (place) =>
        place.platform === "win32"
          ? join(applicationData(place, "Block"), "goose", "config", "config.yaml")
          : join(place.environment.XDG_CONFIG_HOME || join(place.home, ".config"), "goose", "config.yaml"),
    },
    servers: () => ["extensions", SERVER],
    // Compiling a game can take longer than the client's default timeout.
    entry(place) {
      const { command, args } = commandAndArgs(commandLine(place, false), []);
      return { enabled: true, type: "stdio", name: SERVER, cmd: command, args, envs: {}, timeout: 600 };
    },
    remote: (to) => ({
      ...{ enabled: true, type: "streamable_http", name: SERVER, uri: to.url, timeout: 600 },
      ...bearer(to, (name) => `\${${name}}`),
    }),
    next: "Start a goose session in the project; /mcp or goose configure shows the extension",
    traces: { programs: ["goose"], files: [atHome(".config", "goose")] },
  },
};

/** The `type` is checked, since there might be a server called "servers". */
function isServerMap(value: unknown): boolean {
  return typeof value === "object" && value !== null && !("type" in value) && !("enabled" in value);
}
