/** Selects variables of jig's environment for the programs it starts: none that make them run other code. */

const UNSAFE = /^(BUN_|NODE_OPTIONS$|DENO_|RIPGREP_CONFIG_PATH$|LD_PRELOAD$|LD_AUDIT$|DYLD_|GIT_CONFIG)/;

/** True for a variable that makes a program run other code. */
export function isUnsafeVariable(name: string): boolean {
  return UNSAFE.test(name);
}

/** The environment a child gets: the host's without what could make it run code, plus `extra`. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  extra: Record<string, string> = {},
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !UNSAFE.test(name)) passed[name] = value;
  }
  // Not by way of a plugin's own request either: LD_PRELOAD would make a declared program run anything.
  const harmless = Object.entries(extra).filter(([name]) => !UNSAFE.test(name));
  return { ...passed, ...Object.fromEntries(harmless) };
}
