/** The environment of a third party's process: what programs need to run at all, and what the manifest declares (design §6). */

import { isNeverPassed } from "../capabilities/processes.ts";
import type { Permissions } from "../contract/define.ts";

/** Where things are and how to print them; nothing of these is a secret. */
const ALWAYS = [
  "PATH",
  "HOME",
  "USERPROFILE",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "PATHEXT",
];

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that `permissions.env` lists. Those that make a program load code are never among them. */
export function declaredEnvironment(permissions: Permissions, environment: Environment): Record<string, string> {
  return pick(
    (permissions.env ?? []).filter((name) => !isNeverPassed(name)),
    environment,
  );
}

export function pluginEnvironment(permissions: Permissions, environment: Environment): Record<string, string> {
  return { ...pick(ALWAYS, environment), ...declaredEnvironment(permissions, environment) };
}

function pick(names: readonly string[], environment: Environment): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
