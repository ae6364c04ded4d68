/** Implements `jig setup --shell DIR`, which creates or removes links to jig with the names of other programs. */
import { lstatSync, mkdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { basename, delimiter, join, resolve } from "node:path";
import { JigError, toJigError } from "../host/frontend-api.ts";
import { commandLine, type SetupEnvironment } from "./setup-environment.ts";

/** If jig is started with one of these names, it behaves like that program. */
const NAMES = ["rg", "fd"];

/** Returns one line for each link. `ok` is false if any of them failed. */
export function setShellLinks(
  written: string,
  undo: boolean,
  place: SetupEnvironment,
): { lines: string[]; ok: boolean } {
  if (written.trim() === "") {
    throw new JigError("INVALID_ARGUMENT", "--shell needs a folder", { hint: "Write jig setup --shell ~/bin" });
  }
  const folder = resolve(written);
  const { command, args } = place.self;
  if (args.length > 0 && !undo) {
    throw new JigError("UNAVAILABLE", "Links start the compiled program, and this jig runs from its source", {
      hint: "Build it: bun build/compile.ts",
    });
  }
  const target = linkTarget(place);
  const lines: string[] = [];
  let [ok, isChanged] = [true, false];
  try {
    if (!undo) mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw toJigError(error, `make the folder ${JSON.stringify(folder)}`);
  }
  for (const name of NAMES) {
    const path = join(folder, place.platform === "win32" ? `${name}.exe` : name);
    const state = stateOf(path, command);
    if (state === "other") {
      lines.push(`FAIL ${path} is not a link to jig: left alone`);
      ok &&= undo;
    } else if (undo && state === "missing") lines.push(`${path} does not exist`);
    else {
      try {
        if (state === "link") rmSync(path);
        if (!undo) symlinkSync(target, path);
        lines.push(undo ? `${path} was removed` : `${path} -> ${target}`);
        isChanged = true;
      } catch (error) {
        lines.push(`FAIL ${toJigError(error, `${undo ? "remove" : "link"} ${JSON.stringify(path)}`).advice}`);
        ok = false;
      }
    }
  }
  if (!undo && isChanged) lines.push(...onPath(folder, place));
  return { lines, ok };
}

/**
 * The `jig` on the PATH is preferred, because it survives upgrades. Wrapper scripts don't work because they lose the name of
 * the link.
 */
function linkTarget(place: SetupEnvironment): string {
  const { command } = place.self;
  const [linked = command] = commandLine(place, false);
  return realOf(linked) === realOf(command) ? linked : command;
}

function stateOf(path: string, command: string): "missing" | "link" | "other" {
  try {
    if (!lstatSync(path).isSymbolicLink()) return "other";
  } catch {
    return "missing";
  }
  const real = realOf(path);
  // The target of the link may have been moved.
  const ours = real === undefined ? /^jig(?:\.exe)?$/.test(basename(readlinkSync(path))) : real === realOf(command);
  return ours ? "link" : "other";
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function onPath(folder: string, { environment }: SetupEnvironment): string[] {
  const folders = (environment.PATH ?? "").split(delimiter).filter((each) => each !== "");
  const at = folders.findIndex((each) => realOf(each) === realOf(folder));
  if (at < 0) return [`Put the folder first on the PATH: export PATH="${folder}:$PATH"`];
  const before = folders.slice(0, at).flatMap((each) => NAMES.map((name) => join(each, name)));
  return before.filter((path) => realOf(path) !== undefined).map((path) => `${path} comes before it on the PATH`);
}
