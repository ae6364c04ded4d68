/** A user without settings and caches, who writes a plugin. */
import { join } from "node:path";
import { runJig, scratch } from "../jig.ts";
import { WITH_DENO } from "./paths.ts";

export const fresh = (path = WITH_DENO) => {
  const home = scratch();
  const cwd = scratch({ "notes.txt": "one\n" });
  const env = { PATH: path, XDG_CONFIG_HOME: join(home, "config"), XDG_CACHE_HOME: join(home, "cache") };
  return { cwd, env, jig: (...args: string[]) => runJig(args, { cwd, env }) };
};
