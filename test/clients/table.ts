/** Results with real clients, as a table in docs/clients.md. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Tried {
  title: string;
  version: string;
  /** Line about jig in its health check. */
  health: string;
  /** What the model saw of each call: small, large, next page, failed, slow. */
  seen: string[];
  offered: number;
  /** jig processes left two seconds after interrupting the client. Undefined if it never made the call. */
  cancelled: number | undefined;
  protocol: string;
  capabilities: string[];
  progress: boolean;
  /** True if it listed the tools again after a change. */
  listedAgain: boolean;
}

const PAGE = fileURLToPath(new URL("../../docs/clients.md", import.meta.url));
const [FROM, TO] = ["<!-- tried -->", "<!-- /tried -->"];

function small(shown: string | undefined): string {
  return shown?.includes("needle") ? "whole" : "not shown";
}

function large(shown: string | undefined): string {
  if (!shown) return "not shown";
  const way = /next: \{"cursor/.test(shown.replaceAll('\\"', '"')) ? "with how to continue" : "**the way on is lost**";
  return `${shown.length.toLocaleString("en-US")} characters, ${way}`;
}

/** Checks that the next page continues the first one. */
function continued(first: string | undefined, second: string | undefined): string {
  const lines = (text = "") => [...text.matchAll(/\bline (\d+) of/g)].map(([, number]) => Number(number));
  const [before, after] = [lines(first), lines(second)];
  return after.length > 0 && after[0] === (before.at(-1) ?? Number.NaN) + 1 ? "yes" : "no";
}

function failed(shown: string | undefined): string {
  return shown && /absent\.ts|PATH_NOT_FOUND|not found|exist/i.test(shown)
    ? "the reason"
    : shown
      ? "without the reason"
      : "not shown";
}

function slow(shown: string | undefined): string {
  return shown && /\d{6,}/.test(shown.replace(/,/g, "")) ? "whole" : shown ? shown.slice(0, 60) : "not shown";
}

export function rowOf(tried: Tried): string {
  const { title, version, health, seen, cancelled, protocol, capabilities, progress, listedAgain } = tried;
  const connected = /(?<!not |dis)connected|✓|✔|enabled/i.test(health)
    ? /enabled/i.test(health)
      ? "enabled"
      : "connected"
    : /^jig \(local\)/.test(health)
      ? "listed"
      : health || "has none";
  const ended =
    cancelled === undefined
      ? "never called"
      : cancelled === 0
        ? "stopped, nothing left"
        : `${cancelled} processes left`;
  const cells = [
    `${title} ${version}`,
    connected,
    small(seen[0]),
    large(seen[1]),
    continued(seen[1], seen[2]),
    failed(seen[3]),
    slow(seen[4]),
    progress ? "asked for" : "no",
    listedAgain ? "listed again" : "no",
    ended,
    protocol,
    capabilities.join(", ") || "none",
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

export function writeTable(tried: Tried[]): void {
  const head =
    "| client | its own check | small | large | continued | failed | slow | progress | changed list | interrupted | protocol | declares |\n|---|---|---|---|---|---|---|---|---|---|---|---|";
  const text = readFileSync(PAGE, "utf8");
  const [before, rest] = text.split(FROM);
  const after = rest!.split(TO)[1]!;
  writeFileSync(PAGE, `${before}${FROM}\n${head}\n${tried.map(rowOf).join("\n")}\n${TO}${after}`);
  spawnSync("bunx", ["biome", "format", "--write", PAGE]);
}
