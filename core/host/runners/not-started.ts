/** Explains exit code 126, with which the starter ends if the kernel refuses a program. */
import { isAbsolute, relative } from "node:path";
import { JigError } from "../contract/errors.ts";
import { shellQuoted } from "../runtime/shell-quoted.ts";
import { whyUnstartable } from "../runtime/why-unstartable.ts";
import { isInside } from "../workspace/path-rules.ts";

const NOT_STARTED = 126;

/**
 * Returns undefined for other codes, or if no reason can be found. @param folder the plugin's; may be an approved copy that its
 * author doesn't know about
 */
export function notStarted(
  subject: string,
  program: string,
  folder: string,
  code: number | null,
): JigError | undefined {
  if (code !== NOT_STARTED || !isAbsolute(program)) return undefined;
  const isOwn = isInside(folder, program);
  const shown = isOwn ? `./${relative(folder, program)}` : program;
  const fault = whyUnstartable(program, process.env, shellQuoted(shown));
  if (!fault) return undefined;
  const where = isOwn ? ", in the plugin's folder" : "";
  return new JigError("COMMAND_FAILED", `${subject} cannot be started: ${shown} ${fault.what}`, {
    hint: `${fault.write}${where}`,
  });
}
