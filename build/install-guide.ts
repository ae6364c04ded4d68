/** Installation instructions for README and docs/install.md: from a clone, plus any published packages. */
import packageJson from "../package.json" with { type: "json" };
import type { Publication } from "./publication.ts";

interface Way {
  title: string;
  command: string;
  note: string;
}

/** `brew` expects `tap` without the `homebrew-` prefix. */
function publishedWays({ repository, npmScope, tap, bucket, image }: Publication): Way[] {
  const ways: Way[] = [];
  if (npmScope)
    ways.push({
      title: "npm",
      command: `npm install --global ${npmScope}/jig`,
      note: "no install script: works with `--ignore-scripts`",
    });
  if (repository)
    ways.push({
      title: "script",
      command: `curl -fsSL https://github.com/${repository}/releases/latest/download/install.sh | sh`,
      note: "Linux and macOS; verifies the hash before anything is put into place",
    });
  if (tap) ways.push({ title: "Homebrew", command: `brew install ${tap}/jig`, note: "macOS and Linux" });
  if (bucket)
    ways.push({
      title: "Scoop",
      command: `scoop bucket add jig https://github.com/${bucket}; scoop install jig/jig`,
      note: "Windows",
    });
  if (image)
    ways.push({
      title: "Docker",
      command: `docker run --rm -i --user "$(id -u):$(id -g)" -v "$PWD:/workspace" ${image} mcp`,
      note: "an MCP server for the folder it is started in",
    });
  return ways;
}

const FROM_CLONE = `npx -y ${packageJson.packageManager} run build`;

/** For the README: the shortest way in full, the others on one line each. */
export function installLines(published: Publication): string {
  const ways = publishedWays(published);
  const clone = [
    "In a clone, with nothing but Node and npm on the machine:",
    "",
    ...fence([FROM_CLONE, "mkdir -p ~/.local/bin && cp dist/jig ~/.local/bin/"]),
    "",
    `\`npx -y ${packageJson.packageManager} start\` builds jig and runs it in place; \`npx -y ${packageJson.packageManager} run test\` runs the tests.`,
  ];
  if (ways.length === 0) return clone.join("\n");
  const width = Math.max(...ways.map(({ command }) => command.length));
  return [...fence(ways.map(({ command, note }) => `${command.padEnd(width)}  # ${note}`)), "", ...clone].join("\n");
}

/** For docs/install.md, with notes. */
export function installTable(published: Publication): string {
  const rows = [
    `| from source | \`${FROM_CLONE}\` in a clone, then copy \`dist/jig\` (\`dist/jig.exe\` on Windows) into a folder of your PATH | needs Node, nothing else |`,
    ...publishedWays(published).map(
      ({ title, command, note }) => `| ${title} | \`${command.replaceAll("|", "\\|")}\` | ${note} |`,
    ),
    ...(published.repository
      ? [
          `| Claude Desktop | double-click the \`.mcpb\` for your machine from [the releases](https://github.com/${published.repository}/releases) | |`,
          `| by hand | unpack the archive for your machine from [the releases](https://github.com/${published.repository}/releases), and put \`jig\` on your PATH | |`,
        ]
      : []),
  ];
  return ["| way | command | |", "|---|---|---|", ...rows].join("\n");
}

function fence(lines: string[]): string[] {
  return ["```sh", ...lines, "```"];
}
