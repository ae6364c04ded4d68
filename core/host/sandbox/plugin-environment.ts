/** The environment of a third-party process: variables that every program needs, plus declared ones. */
import { isUnsafeVariable } from "../capabilities/child-environment.ts";
import { JigError } from "../contract/errors.ts";
import type { Permissions } from "../contract/plugin-schema.ts";

/** Variables for locations and output formats. They are never secret. */
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

/** Returns the variables in `permissions.env`, except those that make a program load code. */
export function declaredEnvironment(permissions: Permissions, environment: Environment): Record<string, string> {
  return pick(
    (permissions.env ?? []).filter((name) => !isUnsafeVariable(name)),
    environment,
  );
}

export function pluginEnvironment(permissions: Permissions, environment: Environment): Record<string, string> {
  return { ...pick(ALWAYS, environment), ...declaredEnvironment(permissions, environment) };
}

/** Variables that determine which code a program runs. They belong to loaders, interpreters, shells, and programs that start others. */
const CHOOSES_CODE = new RegExp(
  [
    "LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|BUN_.*|DENO_.*|NODE_(OPTIONS|PATH|.*PRELOAD.*)|PYTHON.*|PERL.*|RUBY.*|GEM_.*|LUA_.*|PHP.*",
    "BASH_.*|ENV|SHELLOPTS|PS4|IFS|CDPATH|PATH|HOME|TMPDIR|GIT_.*|SSH_.*|(MAN|GIT_)?PAGER|LESS.*|EDITOR|VISUAL|BROWSER|SHELL",
    "JAVA_.*OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|DOTNET_.*|COR(ECLR)?_.*|CARGO_.*|RUSTC.*|GO.*|npm_config_.*|RIPGREP_CONFIG_PATH",
  ]
    .map((names) => `^(${names})$`)
    .join("|"),
);
/** Variables for output formats. They don't need to be declared. */
const HARMLESS = /^(LANG|LC_\w+|TZ|TERM|NO_COLOR|COLUMNS|LINES)$/;

/**
 * Throws PERMISSION_DENIED for a variable of a program that a plugin starts. Variables are allowed if they are declared and don't
 * select code, or if they are for output formats.
 */
export function refuseVariables(plugin: string, { env = [] }: Permissions, given: Record<string, string> = {}): void {
  for (const name of Object.keys(given)) {
    if (!CHOOSES_CODE.test(name) && (env.includes(name) || HARMLESS.test(name))) continue;
    throw new JigError("PERMISSION_DENIED", `The plugin "${plugin}" may not set the variable ${JSON.stringify(name)}`, {
      hint: CHOOSES_CODE.test(name)
        ? "It makes a program run other code"
        : `Add ${JSON.stringify(name)} to permissions.env of its manifest`,
    });
  }
}

function pick(names: readonly string[], environment: Environment): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
