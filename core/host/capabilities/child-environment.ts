/** Which variables of jig's own environment reach the programs it starts: none that make them run code of somebody's choice. */

const NEVER_PASSED = /^(BUN_|NODE_OPTIONS$|DENO_|RIPGREP_CONFIG_PATH$|LD_PRELOAD$|LD_AUDIT$|DYLD_|GIT_CONFIG)/;

/** True for a variable that makes a program run code of somebody's choice. */
export function isNeverPassed(name: string): boolean {
  return NEVER_PASSED.test(name);
}

/** The environment a child gets: the host's without what could make it run code, plus `extra`. */
export function passedOn(
  environment: Readonly<Record<string, string | undefined>>,
  extra: Record<string, string> = {},
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !NEVER_PASSED.test(name)) passed[name] = value;
  }
  // Not by way of a plugin's own request either: LD_PRELOAD would make a declared program run anything.
  const harmless = Object.entries(extra).filter(([name]) => !NEVER_PASSED.test(name));
  return { ...passed, ...Object.fromEntries(harmless) };
}
