/** MCP bundles for Claude Desktop, validated and packed with the official tool. */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolInfo } from "../../core/host/frontend-api.ts";
import type { Identity } from "./identity.ts";
import { executableName, type Target } from "./targets.ts";

export function hasDesktop(target: Target): boolean {
  return target.os !== "linux";
}

/** Bundle manifest. The tools are listed from our own manifests. */
export function bundleManifest(identity: Identity, target: Target, tools: readonly ToolInfo[]): object {
  const executable = `server/${executableName(target)}`;
  return {
    manifest_version: "0.3",
    name: "jig",
    display_name: "jig",
    version: identity.version,
    description: identity.description,
    author: { name: "The jig authors", url: `https://github.com/${identity.repository}` },
    repository: { type: "git", url: `https://github.com/${identity.repository}` },
    license: identity.license,
    server: {
      type: "binary",
      entry_point: executable,
      mcp_config: {
        command: `\${__dirname}/${executable}`,
        args: ["mcp", "--root", `\${user_config.root}`],
        env: {},
      },
    },
    user_config: {
      root: {
        type: "directory",
        title: "Project folder",
        description: "The folder that the tools may look into; nothing outside it is read.",
        required: true,
      },
    },
    tools: tools.map(({ name, description }) => ({ name, description })),
    tools_generated: false,
    compatibility: { platforms: [target.os] },
  };
}

/** Throws with the tool's message. */
export function packBundle(options: {
  bundle: string;
  folder: string;
  stage: string;
  target: Target;
  executable: string;
  manifest: object;
  /** License texts. */
  notices: string;
}): void {
  const { bundle, folder, stage, target, executable, manifest, notices } = options;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "server"), { recursive: true });
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const server = join(folder, "server", executableName(target));
  copyFileSync(executable, server);
  chmodSync(server, 0o755);
  copyFileSync(notices, join(folder, "THIRD-PARTY-LICENSES.txt"));
  mcpb(stage, ["validate", join(folder, "manifest.json")]);
  mcpb(stage, ["pack", folder, bundle]);
  rmSync(folder, { recursive: true });
}

function mcpb(stage: string, words: string[]): void {
  const tool = join(stage, "node_modules", "@anthropic-ai", "mcpb", "dist", "cli", "cli.js");
  const { status, stdout, stderr } = spawnSync("node", [tool, ...words], { encoding: "utf8" });
  if (status !== 0) throw new Error(`mcpb ${words[0]} refuses:\n${stdout}${stderr}`);
}
