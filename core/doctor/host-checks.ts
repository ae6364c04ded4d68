/** Runs the checks that need an open host: roots, plugins, and the plugins' own checks. */
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import {
  type DoctorLine,
  type Host,
  isLocalDisk,
  type PluginInfo,
  type Root,
  toJigError,
} from "../host/frontend-api.ts";

export async function checkHost(host: Host): Promise<DoctorLine[]> {
  const roots = host.workspace.roots.map(checkRoot);
  if (roots.length === 0) {
    roots.push({
      what: "workspace",
      state: "error",
      detail: "no workspace root",
      fix: "Start jig in a project folder, or name one with --root",
    });
  }
  return [...roots, ...host.plugins().map(checkPlugin), ...(await host.doctor())];
}

/** Reported if the host can't be opened. */
export function unopened(error: unknown): DoctorLine[] {
  const { message, hint } = toJigError(error);
  return [{ what: "workspace", state: "error", detail: message, ...(hint ? { fix: hint } : {}) }];
}

function checkRoot({ name, path }: Root): DoctorLine {
  const what = `root ${name}`;
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
  } catch {
    return { what, state: "error", detail: `${path} cannot be read`, fix: "Give yourself permission to read it" };
  }
  const repository = existsSync(join(path, ".git")) ? ", a git repository" : "";
  const swept = isLocalDisk(path)
    ? ""
    : "; on a file system that does not report every change, so each query checks all files";
  return { what, state: "ok", detail: `${path}${repository}${swept}` };
}

const STATES = { ready: "ok", inactive: "off", unavailable: "error", untrusted: "warning" } as const;

const BOXES: Record<PluginInfo["sandbox"], string> = {
  host: "",
  kernel: ", confined by the kernel",
  deno: ", sandboxed by Deno",
  none: ", NOT SANDBOXED",
};

function checkPlugin(plugin: PluginInfo): DoctorLine {
  const { name, version, builtIn, source, state, sandbox, tools, reason, leftOut, fix } = plugin;
  const origin = builtIn ? "built in" : source;
  const box = builtIn ? "" : BOXES[sandbox];
  const count = `${tools.length} ${tools.length === 1 ? "tool" : "tools"}`;
  const line: DoctorLine = {
    what: `plugin ${name}`,
    state: leftOut && state === "ready" ? "warning" : STATES[state],
    detail: reason ?? `${version}, ${count}, ${origin}${box}${leftOut ? `; left out: ${leftOut.join("; ")}` : ""}`,
  };
  if (leftOut) line.fix = `Correct ${join(source, "plugin.json")}: \`jig plugin check\` lists its faults`;
  if (fix) line.fix = fix;
  return line;
}
