/** Clients to test: package, how to connect them to the fake model, and how to run them without a terminal. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Subject {
  title: string;
  /** Of npm. */
  packageName: string;
  program: string;
  /** Id for `jig mcp config --client`, and the scope. */
  id: string;
  scope: "project" | "user";
  /** Arguments of its health check, if any. */
  health: string[];
  environment(url: string, home: string): Record<string, string>;
  /** Configuration file in user scope. */
  userFile?(home: string): string;
  /** Additional settings, written once. */
  prepare?(url: string, home: string, project: string): void;
  /** Arguments for a prompt that may use jig's tools. */
  ask: string[];
}

export const SUBJECTS: readonly Subject[] = [
  {
    title: "Claude Code",
    packageName: "@anthropic-ai/claude-code",
    program: "claude",
    id: "claude",
    scope: "project",
    health: ["mcp", "list"],
    environment: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "stand-in",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    }),
    // User approval of the project's server.
    prepare: (_, home, project) => {
      mkdirSync(join(project, ".claude"), { recursive: true });
      writeFileSync(
        join(project, ".claude", "settings.local.json"),
        JSON.stringify({ enableAllProjectMcpServers: true }),
      );
      const known = { hasTrustDialogAccepted: true, enabledMcpjsonServers: ["jig"], allowedTools: [] };
      writeFileSync(
        join(home, ".claude.json"),
        JSON.stringify({ hasCompletedOnboarding: true, projects: { [project]: known } }),
      );
    },
    ask: ["-p", "go", "--model", "claude-sonnet-4-5", "--allowedTools", "mcp__jig"],
  },
  {
    title: "Codex",
    packageName: "@openai/codex",
    program: "codex",
    id: "codex",
    scope: "user",
    userFile: (home) => join(home, ".codex", "config.toml"),
    health: ["mcp", "list"],
    environment: (_, home) => ({ CODEX_HOME: join(home, ".codex"), STAND_IN_KEY: "stand-in" }),
    prepare: (url, home) => {
      mkdirSync(join(home, ".codex"), { recursive: true });
      const provider = `[model_providers.standin]\nname = "stand-in"\nbase_url = "${url}/v1"\nenv_key = "STAND_IN_KEY"\nwire_api = "responses"\n`;
      writeFileSync(
        join(home, ".codex", "config.toml"),
        `model = "stand-in"\nmodel_provider = "standin"\n\n${provider}`,
      );
    },
    ask: ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "go"],
  },
  {
    title: "Gemini CLI",
    packageName: "@google/gemini-cli",
    program: "gemini",
    id: "gemini",
    scope: "project",
    health: ["mcp", "list"],
    environment: (url) => ({
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: "stand-in",
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    }),
    prepare: (_, home) => {
      mkdirSync(join(home, ".gemini"), { recursive: true });
      const settings = {
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
      };
      writeFileSync(join(home, ".gemini", "settings.json"), JSON.stringify(settings));
    },
    ask: ["-p", "go", "-m", "gemini-2.5-flash", "--approval-mode", "yolo", "--skip-trust"],
  },
  {
    title: "opencode",
    packageName: "opencode-ai",
    program: "opencode",
    id: "opencode",
    scope: "project",
    health: ["mcp", "list"],
    environment: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    }),
    prepare: (url, _, project) => {
      const provider = {
        npm: "@ai-sdk/openai-compatible",
        name: "stand-in",
        options: { baseURL: `${url}/v1`, apiKey: "stand-in" },
        models: { "stand-in": { name: "stand-in" } },
      };
      const path = join(project, "opencode.json");
      writeFileSync(
        path,
        JSON.stringify({ ...read(path), provider: { standin: provider }, permission: "allow" }, null, 2),
      );
    },
    ask: ["run", "-m", "standin/stand-in", "go"],
  },
  {
    title: "Copilot CLI",
    packageName: "@github/copilot",
    program: "copilot",
    id: "copilot",
    scope: "user",
    userFile: (home) => join(home, ".copilot", "mcp-config.json"),
    health: ["mcp", "list"],
    environment: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_MODEL: "stand-in",
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
    }),
    ask: ["-p", "go", "--allow-all-tools"],
  },
  {
    title: "Cline CLI",
    packageName: "cline",
    program: "cline",
    id: "cline-cli",
    scope: "user",
    userFile: (home) => join(home, ".cline", "data", "settings", "cline_mcp_settings.json"),
    // There's no health check.
    health: [],
    environment: () => ({}),
    prepare: (url, home) => {
      const settings = join(home, ".cline", "data", "settings");
      mkdirSync(settings, { recursive: true });
      const provider = "openai-compatible";
      const entry = {
        settings: { provider, apiKey: "stand-in", model: "stand-in", baseUrl: `${url}/v1` },
        updatedAt: new Date().toISOString(),
        tokenSource: "manual",
      };
      writeFileSync(
        join(settings, "providers.json"),
        JSON.stringify({ version: 1, lastUsedProvider: provider, modes: {}, providers: { [provider]: entry } }),
      );
    },
    // A single word would be taken for a command.
    ask: ["--auto-approve", "true", "go on"],
  },
  {
    title: "Qwen Code",
    packageName: "@qwen-code/qwen-code",
    program: "qwen",
    id: "qwen",
    scope: "user",
    userFile: (home) => join(home, ".qwen", "settings.json"),
    health: ["mcp", "list"],
    environment: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "stand-in", OPENAI_MODEL: "stand-in" }),
    prepare: (_, home) => {
      mkdirSync(join(home, ".qwen"), { recursive: true });
      const settings = { security: { auth: { selectedType: "openai" } }, privacy: { usageStatisticsEnabled: false } };
      writeFileSync(join(home, ".qwen", "settings.json"), JSON.stringify(settings));
    },
    ask: ["-p", "go", "--approval-mode", "yolo"],
  },
  {
    title: "Kilo CLI",
    packageName: "@kilocode/cli",
    program: "kilo",
    id: "kilo",
    scope: "project",
    health: ["mcp", "list"],
    environment: () => ({
      KILO_DISABLE_AUTOUPDATE: "1",
      KILO_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
    }),
    prepare: (url, home) => {
      const provider = {
        npm: "@ai-sdk/openai-compatible",
        name: "stand-in",
        options: { baseURL: `${url}/v1`, apiKey: "stand-in" },
        models: { "stand-in": { name: "stand-in" } },
      };
      mkdirSync(join(home, ".config", "kilo"), { recursive: true });
      writeFileSync(
        join(home, ".config", "kilo", "kilo.json"),
        JSON.stringify({ provider: { standin: provider }, permission: "allow" }),
      );
    },
    ask: ["run", "-m", "standin/stand-in", "go"],
  },
];

function read(path: string): object {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
