/** Creates the environment of child processes, without variables that could make them run other code. */

const UNSAFE = /^(BUN_|NODE_OPTIONS$|DENO_|RIPGREP_CONFIG_PATH$|LD_PRELOAD$|LD_AUDIT$|DYLD_|GIT_CONFIG)/;

/**
 * Returns true if an environment variable can make a program run other code, as LD_PRELOAD does.
 * @param name - The name of the variable
 */
export function isUnsafeVariable(name: string): boolean {
  return UNSAFE.test(name);
}

/** Returns our environment without the unsafe variables, together with `extra`. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  extra: Record<string, string> = {},
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !UNSAFE.test(name)) passed[name] = value;
  }
  // The plugin's own variables are filtered too, because with LD_PRELOAD a declared program could be made to run anything.
  const harmless = Object.entries(extra).filter(([name]) => !UNSAFE.test(name));
  return { ...passed, ...Object.fromEntries(harmless) };
}
