/** Calls a tool and prints the answer page by page. */
import { join } from "node:path";
import {
  type CliAlias,
  type Host,
  JigError,
  type JsonObject,
  type Outcome,
  STANDARD_PARAMETERS,
  shellQuoted,
  type View,
  writeAtomically,
} from "../host/frontend-api.ts";
import type { CallForm, ReadCall } from "./call-input.ts";
import { type Failure, failureOf } from "./failed-answer.ts";
import { type PrintOptions, render } from "./print.ts";
import { progressLine } from "./progress-line.ts";
import type { Shell } from "./shell.ts";
import { createStyle, isDumb } from "./style.ts";
import { drawSvg } from "./svg-output.ts";

export interface Invoked {
  end: "answered" | "nothing" | Failure;
  /** Set if the answer hasn't been printed. */
  held?: Held;
}

/** An answer without rows. */
export interface Held {
  outcome: Outcome;
  /** The messages, including the reason of a failure. */
  said: string[];
  print(): Promise<void>;
}

/** With `holds`, a first answer without rows is returned and not printed. */
export async function invoke(
  { tool, alias }: CallForm,
  { input, ...read }: ReadCall,
  words: readonly string[],
  shell: Shell,
  holds = false,
): Promise<Invoked> {
  const { io, flags } = shell;
  if (flags.as === "svg") return { end: await drawSvg(tool, input, shell) };
  const host = await shell.host();
  const settings = await shell.settings();
  const style = await createStyle(io, {
    roots: host.workspace.roots.map((root) => root.path),
    color: read.color ?? settings.color,
    hyperlink: read.hyperlink ?? settings.hyperlink,
  });
  const as = flags.as ?? settings.as;
  const lines = alias?.command !== undefined;
  const options: PrintOptions = { style, lines, ...(as && { as }), ...(alias?.show && { show: alias.show }) };
  const quiet = flags.quiet || settings.quiet === true;
  const progress = io.stderr.isTTY === true && !isDumb(io) && !quiet ? progressLine(io) : undefined;
  // Lines in a pipe are not cut unless the call sets a length.
  const printsLines = lines && as === undefined && !style.terminal;
  const whole =
    flags.all || (printsLines && !Object.keys(STANDARD_PARAMETERS).some((name) => Object.hasOwn(input, name)));
  let found = false;
  for (let current: JsonObject = input; ; ) {
    const outcome = await host.invoke(tool.name, current, {
      signal: io.signal,
      ...(progress && { onProgress: progress.report }),
    });
    progress?.clear();
    if (io.signal.aborted) throw new JigError("CANCELLED", "The call was cancelled");
    const { failed = false, next } = outcome;
    const goesOn = whole && !failed && next !== undefined;
    const cutShort = lines && !goesOn && !failed && next !== undefined && as === undefined;
    const shown = whole || cutShort ? withoutNext(outcome) : outcome;
    const { text, notices, view: drawn } = await render(host, tool, current, shown, options);
    const view = alias ? (drawn ?? (await host.view(tool.name, shown, current))) : undefined;
    const hasRows = !failed && (view ? isFilled(view, alias) : text !== "");
    const print = async () => {
      if (text !== "") await shell.print(text);
      else if (alias?.rel !== undefined && !failed) shell.say("Nothing was found");
      else if (style.terminal) shell.say("The answer is empty");
      for (const notice of notices) shell.say(notice);
      if (cutShort)
        shell.say(
          `Not all are shown; jig --all ${[alias?.command ?? tool.name, ...words].map(shellQuoted).join(" ")} prints all`,
        );
      if (failed && read.swallowed) shell.say(read.swallowed);
      await saveMedia(host, outcome, shell);
    };
    if (holds && current === input && !hasRows) {
      const said = [...(failed ? (view?.rows.map((row) => row.text) ?? []) : []), ...(view?.notes ?? [])];
      return { end: failed ? failureOf(outcome) : "nothing", held: { outcome, said, print } };
    }
    await print();
    found ||= hasRows;
    // Each page is printed as soon as it arrives. JSON output has one document per line.
    if (failed) return { end: failureOf(outcome) };
    if (!goesOn || io.stdout.destroyed === true) return { end: found ? "answered" : "nothing" };
    current = { ...current, ...next };
  }
}

/** Returns true if there is at least one row that isn't a heading. */
function isFilled({ rows, total }: View, alias: CliAlias | undefined): boolean {
  return rows.length > 0 && (alias?.rel === undefined || total !== 0);
}

/** The cursor is followed here, so it isn't printed. */
function withoutNext({ next: _, page: __, ...outcome }: Outcome): Outcome {
  return outcome;
}

/** Saves pictures to files, since neither terminals nor scripts can use them inline. */
async function saveMedia(host: Host, { media = [] }: Outcome, { io, say }: Shell): Promise<void> {
  for (const [index, each] of media.entries()) {
    if ("path" in each) {
      say(`${each.title ?? each.mimeType}: ${each.path}`);
      continue;
    }
    const bytes = await host.mediaBytes(each, MAX_MEDIA_BYTES);
    if (bytes === undefined) continue;
    const path = join(io.cwd, `jig-${Date.now()}-${index + 1}.${each.mimeType.split("/")[1]!.replace(/\W.*/, "")}`);
    writeAtomically(path, Buffer.from(bytes, "base64"), { replace: false });
    say(`${each.title ?? each.mimeType}: ${path}`);
  }
}

const MAX_MEDIA_BYTES = 256 * 1024 * 1024;
