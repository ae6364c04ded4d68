/** Generates docs/errors.md from the table of error codes. */
import { ERROR_CODES, ERRORS } from "../core/host/frontend-api.ts";

const HEAD = `# Errors

Written by \`bun build/docs.ts\` from the catalogue in \`core/host/contract/errors.ts\`; a test reaches every code.

Every failure is \`{code, message, hint?, details?}\`: the message says what was wrong, the hint what to write instead. What a call
prints is its tool's own envelope: by default \`{"success": false, "error": message, "code": code}\`; a tool whose contract (docs/contracts) defines
its own codes maps these to them. The list is closed: an unknown code that a third-party plugin
throws becomes \`INTERNAL\`; an envelope that a command prints itself (\`"failed": true\`) is left unchanged, so write one of these codes there.

`;

export function errorReference(): string {
  const rows = ERROR_CODES.map((code) => {
    const { means, hint, by } = ERRORS[code];
    return `| \`${code}\` | ${means}. | ${hint}. | ${by === "host" ? "jig itself" : "jig and any tool"} |`;
  });
  return `${HEAD}${["| code | what it means | what to do | given by |", "|---|---|---|---|", ...rows].join("\n")}\n`;
}
