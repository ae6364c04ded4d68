/** A PATH with the sandbox on it, and one without: for the settings in which plugins are tried. */
import { existsSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { TOP } from "../jig.ts";

/** The PATH of this machine less every folder that has a deno. */
export const WITHOUT_DENO = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !existsSync(join(folder, "deno")))
  .join(delimiter);

/** The same with the executable of the `deno` package in front. */
export const WITH_DENO = `${denoFolder()}${delimiter}${WITHOUT_DENO}`;

function denoFolder(): string {
  const packages = join(TOP, "node_modules", "@deno");
  const folder = mkdtempSync(join(tmpdir(), "jig-deno-"));
  const [own] = existsSync(packages) ? readdirSync(packages) : [];
  if (!own) throw new Error(`There is no deno in ${packages}: run bun install`);
  symlinkSync(join(packages, own, "deno"), join(folder, "deno"));
  return folder;
}
