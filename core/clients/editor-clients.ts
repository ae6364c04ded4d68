/** Describes editors, extensions of editors, and desktop applications. */
import { join } from "node:path";
import {
  applicationData,
  atHome,
  atRoot,
  bearer,
  type Client,
  commandAndArgs,
  extensionFolder,
  firstExisting,
  inMcpServers,
  localCommand,
  projectOf,
  SERVER,
} from "./client.ts";
import { commandLine } from "./setup-environment.ts";

export const EDITOR_CLIENTS: Record<string, Client> = {
  "claude-desktop": {
    title: "Claude Desktop",
    format: "json",
    files: { user: (place) => join(applicationData(place, "Claude"), "claude_desktop_config.json") },
    servers: inMcpServers,
    // It doesn't start servers in the folder of a project, so the root has to be given.
    entry: (place) => commandAndArgs(commandLine(place, false), ["--root", projectOf(place)]),
    next: "Quit Claude Desktop and start it again",
    traces: { files: [(place) => applicationData(place, "Claude")] },
  },
  cursor: {
    title: "Cursor",
    format: "json",
    files: { project: atRoot(".cursor", "mcp.json"), user: atHome(".cursor", "mcp.json") },
    servers: inMcpServers,
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), ["--root", `\${workspaceFolder}`]),
    remote: (to) => ({ url: to.url, ...bearer(to, (name) => `\${env:${name}}`) }),
    link(entry) {
      const words = new URLSearchParams({
        name: SERVER,
        config: Buffer.from(JSON.stringify(entry)).toString("base64"),
      });
      return {
        scheme: `cursor://anysphere.cursor-deeplink/mcp/install?${words}`,
        page: `https://cursor.com/en/install-mcp?${words}`,
      };
    },
    next: "Enable the server in Cursor's settings under MCP",
    traces: { programs: ["cursor", "cursor-agent"], files: [atHome(".cursor")] },
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
    link: ({ type: _, ...entry }) => ({
      scheme: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: SERVER, ...entry }))}`,
      page: `https://vscode.dev/redirect/mcp/install?${new URLSearchParams({ name: SERVER, config: JSON.stringify(entry) })}`,
    }),
    next: "Start the server with the command MCP: List Servers",
    traces: { programs: ["code"], files: [(place) => join(applicationData(place, "Code"), "User")] },
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
      files: [(place) => join(place.environment.XDG_CONFIG_HOME || join(place.home, ".config"), "zed")],
    },
  },
  windsurf: {
    title: "Windsurf",
    format: "json",
    files: { user: atHome(".codeium", "windsurf", "mcp_config.json") },
    servers: inMcpServers,
    // It has a global list of servers and doesn't tell them the project.
    entry: (place) => commandAndArgs(commandLine(place, false), ["--root", projectOf(place)]),
    next: "Refresh the MCP servers in Windsurf's Cascade settings",
    traces: { programs: ["windsurf"], files: [atHome(".codeium", "windsurf")] },
  },
  cline: {
    title: "Cline",
    format: "json",
    files: { user: extensionFolder("saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json") },
    servers: inMcpServers,
    entry: (place) => commandAndArgs(commandLine(place, false), ["--root", projectOf(place)]),
    next: "Open MCP Servers in Cline; it reads the file at once",
    traces: { files: [extensionFolder("saoudrizwan.claude-dev")] },
  },
  junie: {
    title: "Junie (JetBrains, Rider)",
    format: "json",
    files: { project: atRoot(".junie", "mcp", "mcp.json"), user: atHome(".junie", "mcp", "mcp.json") },
    servers: inMcpServers,
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), []),
    next: "Settings | Tools | Junie | MCP Settings shows the server",
    traces: { programs: ["junie"], files: [atHome(".junie")] },
  },
  air: {
    title: "JetBrains Air",
    format: "json",
    files: { project: atRoot(".air", "mcp.json") },
    servers: inMcpServers,
    entry: (place) => commandAndArgs(commandLine(place, true), []),
    next: "Settings | AI | MCP Servers shows the server",
    traces: { files: [(place) => (place.root === undefined ? undefined : join(place.root, ".air"))] },
  },
  "visual-studio": {
    title: "Visual Studio",
    format: "json",
    files: { user: atHome(".mcp.json") },
    servers: () => ["servers", SERVER],
    entry: (place) => ({ type: "stdio", ...commandAndArgs(commandLine(place, false), []) }),
    next: "Open a solution and start the server in Copilot Chat's list of tools",
    traces: {
      files: [
        ({ platform, environment }) =>
          platform === "win32" && environment.ProgramFiles
            ? join(environment.ProgramFiles, "Microsoft Visual Studio")
            : undefined,
      ],
    },
  },
  kilo: {
    title: "Kilo Code",
    format: "json",
    files: {
      project: (place) =>
        firstExisting(
          join(projectOf(place), ".kilo", "kilo.json"),
          join(projectOf(place), ".kilo", "kilo.jsonc"),
          join(projectOf(place), "kilo.json"),
          join(projectOf(place), "kilo.jsonc"),
        ),
      user(place) {
        const folder = join(place.environment.XDG_CONFIG_HOME || join(place.home, ".config"), "kilo");
        return firstExisting(join(folder, "kilo.json"), join(folder, "kilo.jsonc"));
      },
    },
    servers: () => ["mcp", SERVER],
    entry: (place, scope) => localCommand(commandLine(place, scope === "project")),
    remote: (to) => ({ type: "remote", url: to.url, enabled: true, ...bearer(to, (name) => `{env:${name}}`) }),
    next: "Settings | Agent Behaviour | MCP Servers shows the server",
    traces: {
      programs: ["kilo", "kilocode"],
      files: [extensionFolder("kilocode.kilo-code"), atHome(".config", "kilo"), atHome(".kilocode")],
    },
  },
  roo: {
    title: "Roo Code",
    format: "json",
    files: {
      project: atRoot(".roo", "mcp.json"),
      user: extensionFolder("rooveterinaryinc.roo-cline", "settings", "mcp_settings.json"),
    },
    servers: inMcpServers,
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), []),
    remote: (to) => ({ type: "streamable-http", url: to.url, ...bearer(to, (name) => `\${env:${name}}`) }),
    next: "Open MCP Servers in Roo Code; it reads the file at once",
    traces: { files: [extensionFolder("rooveterinaryinc.roo-cline")] },
  },
  kiro: {
    title: "Kiro",
    format: "json",
    files: { project: atRoot(".kiro", "settings", "mcp.json"), user: atHome(".kiro", "settings", "mcp.json") },
    servers: inMcpServers,
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), []),
    remote: (to) => ({ url: to.url, ...bearer(to, (name) => `\${${name}}`) }),
    next: "The Kiro panel shows the server under MCP Servers",
    traces: { programs: ["kiro", "kiro-cli"], files: [atHome(".kiro")] },
  },
  antigravity: {
    title: "Antigravity",
    format: "json",
    files: {
      user: ({ home }) =>
        firstExisting(
          join(home, ".gemini", "antigravity", "mcp_config.json"),
          join(home, ".gemini", "config", "mcp_config.json"),
        ),
    },
    servers: inMcpServers,
    // It has a global list of servers and doesn't tell them the project.
    entry: (place) => commandAndArgs(commandLine(place, false), ["--root", projectOf(place)]),
    remote: (to) => ({ serverUrl: to.url, ...bearer(to, (name) => `\${${name}}`) }),
    next: "Refresh the list under Manage MCP Servers",
    traces: { programs: ["antigravity", "agy"], files: [atHome(".gemini", "antigravity"), atHome(".antigravity")] },
  },
  continue: {
    title: "Continue",
    format: "json",
    files: {
      project: atRoot(".continue", "mcpServers", "jig.json"),
      user: atHome(".continue", "mcpServers", "jig.json"),
    },
    servers: inMcpServers,
    entry: (place, scope) => commandAndArgs(commandLine(place, scope === "project"), []),
    remote: (to) => ({ type: "streamable-http", url: to.url, ...bearer(to, (name) => `\${{ secrets.${name} }}`) }),
    next: "Reload the configuration in Continue, and choose agent mode",
    traces: { programs: ["cn"], files: [atHome(".continue")] },
  },
};
