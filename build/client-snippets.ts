/** The part of docs/clients.md that says what each client's configuration looks like: by the code that writes it. */
import type { Scope } from "../core/clients/client.ts";
import { CLIENTS } from "../core/clients/clients.ts";
import { configure } from "../core/clients/configure.ts";
import type { SetupEnvironment } from "../core/clients/setup-environment.ts";
import { PROFILES } from "../core/mcp/client-profiles.ts";

/** A machine as a document shows it. */
const PLACE: SetupEnvironment = {
  root: "/path/to/project",
  home: "~",
  platform: "linux",
  environment: {},
  self: { command: "/path/to/jig", args: [] },
  configFolder: "",
};

export function clientSnippets(): string {
  return Object.entries(CLIENTS)
    .map(([id, client]) => {
      const files = Object.entries(client.files).map(([scope, fileOf]) => `\`${fileOf(PLACE)}\` (${scope})`);
      const scope = Object.keys(client.files)[0] as Scope;
      const { result } = configure({ client: id, scope, action: "show" }, PLACE);
      const head = `### ${client.title}\n\n\`jig mcp config --client ${id} --write\` writes into ${files.join(" or ")}:`;
      const link = client.link?.(client.entry(PLACE, scope));
      const opens = link ? `\n\nOr open [this link](${link.page}); without a browser: \`${link.scheme}\`` : "";
      return `${head}\n\n\`\`\`${client.format}\n${result.trimEnd()}\n\`\`\`\n\n${client.next}.${opens}`;
    })
    .join("\n\n");
}

/** For the README: links that offer jig to a client, for a machine whose PATH has it. */
export function clientLinks(): string {
  const links = Object.values(CLIENTS).flatMap((client) => {
    const scope = Object.keys(client.files)[0] as Scope;
    const link = client.link?.(client.entry(PLACE, scope));
    return link ? [`[${client.title}](${link.page})`] : [];
  });
  return `Once \`jig\` is on your PATH, one click adds it to ${links.join(" or ")}.`;
}

/** The table of what differs by client. */
export function clientProfiles(): string {
  const number = (value: number) => value.toLocaleString("en");
  const rows = PROFILES.map(({ title, name, budget, most: { maxLines, maxBytes } = {}, hints, evidence }) => {
    const limits = [
      `${number(budget)} characters`,
      ...(maxLines === undefined ? [] : [`${number(maxLines)} lines`]),
      ...(maxBytes === undefined ? [] : [`${number(maxBytes)} bytes`]),
    ];
    return `| ${title} (\`${name}\`) | ${limits.join(", ")} | ${hints ? "yes" : "no"} | ${evidence} |`;
  });
  return ["| client (`clientInfo.name`) | at most | metadata | because |", "|---|---|---|---|", ...rows].join("\n");
}
