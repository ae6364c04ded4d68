/** Explains crashes because of environment variables that the manifest does not declare. */
import type { PluginFile } from "../contract/plugin-file.ts";

/** Messages of Python, Ruby, shells, Node and Deno that contain the name of the variable. */
const ABSENT = [
  /\benviron\b.*\bKeyError: ['"]([A-Za-z_]\w*)['"]/s,
  /\bkey not found: "([A-Za-z_]\w*)" \(KeyError\)/,
  /\b([A-Za-z_]\w*): (?:unbound variable|parameter not set|parameter null or not set)/,
  /\bRequires env access to "([A-Za-z_]\w*)"/,
  /\bprocess\.env\.([A-Za-z_]\w*).*\bTypeError: /s,
];
const NAMELESS = /\benvironment variable not found\b|\bErr\W+value: NotPresent\b/;

/** Only used for crashes. It returns undefined if there is another cause. */
export function absentVariableHint(text: string, { permissions }: Pick<PluginFile, "permissions">): string | undefined {
  const { env = [] } = permissions;
  const name = ABSENT.map((pattern) => pattern.exec(text)?.[1]).find((each) => each !== undefined);
  if (name === undefined)
    return NAMELESS.test(text)
      ? `A handler gets only variables of permissions.env (${env.join(", ") || "none"})`
      : undefined;
  if (env.includes(name)) return `permissions.env has ${name}, but it is not set in the environment of jig`;
  return `If ${name} is a variable of the environment, add it to permissions.env: "env": [${[...env, name].map((each) => JSON.stringify(each)).join(", ")}]`;
}
