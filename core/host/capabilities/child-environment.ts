/** The environment for child processes, minus variables that could make them run other code. */

const UNSAFE = /^(BUN_|NODE_OPTIONS$|DENO_|RIPGREP_CONFIG_PATH$|LD_PRELOAD$|LD_AUDIT$|DYLD_|GIT_CONFIG)/;

/**
 * Check if an environment variable can make a program run other code, e.g. LD_PRELOAD.
 * @param name - The name of the variable
 */
export function isUnsafeVariable(name: string): boolean {
  return UNSAFE.test(name);
}

/** Ours without the unsafe ones, plus `extra`. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  extra: Record<string, string> = {},
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !UNSAFE.test(name)) passed[name] = value;
  }
  // Filter the plugin's own variables, too: with LD_PRELOAD, a declared program could be made to run anything.
  const harmless = Object.entries(extra).filter(([name]) => !UNSAFE.test(name));
  return { ...passed, ...Object.fromEntries(harmless) };
}
