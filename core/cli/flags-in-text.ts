/** Sentences of tools name parameters; on the command line they name flags. */
import type { ToolInfo } from "../host/frontend-api.ts";
import { kebab } from "./flags.ts";

/** `fixed_strings`, `"limit"`, `metrics_only: true` and `set kind` become flags. A plain word stays a word. */
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
