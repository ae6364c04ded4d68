/** Rewrites messages of tools for the command line: parameters become flags, and calls become commands. */
import type { Host, ToolInfo } from "../host/frontend-api.ts";
import { kebab } from "./flags.ts";

/** Rewrites `fixed_strings`, `"limit"`, `metrics_only: true` and `set kind`. Ordinary words remain. */
export function flagsInText(text: string, { inputSchema }: Pick<ToolInfo, "inputSchema">): string {
  let written = text;
  for (const parameter of Object.keys(inputSchema.properties ?? {})) {
    const flag = `--${kebab(parameter)}`;
    const compound = /[_A-Z]/.test(parameter);
    written = written
      .replace(new RegExp(`(?<![\\w"./-])"?\\b${parameter}\\b"?: true\\b`, "g"), flag)
      .replace(new RegExp(`(?<![:=] ?)"${parameter}"(?!\\w)`, "g"), flag)
      .replace(new RegExp(`(?<=\\b[Ss]et )${parameter}\\b`, "g"), flag);
    if (compound) written = written.replace(new RegExp(`(?<![\\w"./-])${parameter}\\b(?![\\w"(/])`, "g"), flag);
  }
  return written;
}

/** Rewrites `code_refs_find lists` as `jig refs lists`, and `changes apply k3f9a` as `jig changes apply k3f9a`. */
export function commandsInText(text: string, host: Pick<Host, "tool" | "cliAliases">): string {
  const commandOf = (name: string) =>
    host.cliAliases().find(({ tool, fixed }) => tool === name && !fixed?.kind)?.command;
  const named = text.replace(/(?<!jig )(?<![\w/.-])[a-z]+_\w+(?= [a-z]+s )/g, (name) =>
    host.tool(name) ? `jig ${commandOf(name) ?? name}` : name,
  );
  return named.replace(/(?<=: )([a-z_]+) ([a-z_]+)(?= \w)/g, (call, name: string, parameter: string) => {
    const properties = host.tool(name)?.inputSchema.properties ?? {};
    return Object.hasOwn(properties, parameter) ? `jig ${call}` : call;
  });
}
