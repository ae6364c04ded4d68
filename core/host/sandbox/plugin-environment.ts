/** Creates the environment of third-party processes: variables that any program needs, and declared ones. */
import { isUnsafeVariable } from "../capabilities/child-environment.ts";
import { JigError } from "../contract/errors.ts";
import type { Permissions } from "../contract/plugin-schema.ts";

/** Locations and output formats, which aren't secret. */
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

/** Returns the variables in `permissions.env`, except for those that would make a program load code. */
export function declaredEnvironment(permissions: Permissions, environment: Environment): Record<string, string> {
  return pick(
    (permissions.env ?? []).filter((name) => !isUnsafeVariable(name)),
    environment,
  );
}

export function pluginEnvironment(permissions: Permissions, environment: Environment): Record<string, string> {
  return { ...pick(ALWAYS, environment), ...declaredEnvironment(permissions, environment) };
}

/** These decide which code a program runs. Loaders, interpreters, shells and the like have such variables. */
const CHOOSES_CODE = new RegExp(
  [
    "LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|BUN_.*|DENO_.*|NODE_(OPTIONS|PATH|.*PRELOAD.*)|PYTHON.*|PERL.*|RUBY.*|GEM_.*|LUA_.*|PHP.*",
    "BASH_.*|ENV|SHELLOPTS|PS4|IFS|CDPATH|PATH|HOME|TMPDIR|GIT_.*|SSH_.*|(MAN|GIT_)?PAGER|LESS.*|EDITOR|VISUAL|BROWSER|SHELL",
    "JAVA_.*OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|DOTNET_.*|COR(ECLR)?_.*|CARGO_.*|RUSTC.*|GO.*|npm_config_.*|RIPGREP_CONFIG_PATH",
  ]
    .map((names) => `^(${names})$`)
    .join("|"),
);
/** Output formats, which don't have to be declared. */
const HARMLESS = /^(LANG|LC_\w+|TZ|TERM|NO_COLOR|COLUMNS|LINES)$/;

/** Refuses undeclared variables, and declared ones that select code. @throws PERMISSION_DENIED */
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
