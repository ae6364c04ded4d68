/**
 * Claude Code plugin and Gemini CLI extension. Both include the server and a text on when to use it, and start `jig` from PATH so
 * that they're platform-independent.
 */
import { WHEN_JIG } from "../../core/clients/agents-note.ts";
import type { Identity } from "./identity.ts";

export interface ClientExtension {
  /** Archive name without version and extension. */
  name: string;
  /** Contents by path. */
  files: Record<string, string>;
}

const SERVERS = { jig: { command: "jig", args: ["mcp", "--as", "text"] } };
const SKILL =
  "Answers questions about a code base with fewer calls than grep, find and cat: uses, callers, overrides and declarations of symbols, outlines, exact search totals, Unity assets. Use before searching or reading many files.";

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** A marketplace with a single plugin: `claude plugin marketplace add FOLDER`, then `claude plugin install jig@jig`. */
function claudePlugin({ version, description, license, repository }: Identity): ClientExtension {
  const homepage = `https://github.com/${repository}`;
  const owner = { name: "The jig authors", url: homepage };
  const plugin = { name: "jig", version, description, author: owner, homepage, license, mcpServers: SERVERS };
  return {
    name: "claude-plugin",
    files: {
      ".claude-plugin/plugin.json": json(plugin),
      ".claude-plugin/marketplace.json": json({
        name: "jig",
        owner,
        metadata: { description, version },
        plugins: [{ name: "jig", source: "./", description }],
      }),
      "skills/jig/SKILL.md": `---\nname: jig\ndescription: ${SKILL}\n---\n\n${WHEN_JIG}\n`,
    },
  };
}

/** For `gemini extensions install FOLDER`. */
function geminiExtension({ version, description }: Identity): ClientExtension {
  const manifest = { name: "jig", version, description, mcpServers: SERVERS, contextFileName: "GEMINI.md" };
  return {
    name: "gemini-extension",
    files: { "gemini-extension.json": json(manifest), "GEMINI.md": `# jig\n\n${WHEN_JIG}\n` },
  };
}

export function clientExtensions(identity: Identity): ClientExtension[] {
  return [claudePlugin(identity), geminiExtension(identity)];
}
