/** In which form an answer is sent: the call, the frontend and the tool's contract may each have a say. */

import type { Format } from "../contract/presented-answer.ts";
import type { AnswerCall } from "./paged-tool.ts";

/** The call's own parameter, else what the frontend would rather send, else what the tool's contract says. */
export function chooseFormat({ tool, input }: AnswerCall, as: Format | undefined): Shape {
  const rule = tool.output.format;
  const asked = rule && input[rule.parameter];
  if (asked === "json" || asked === "toon" || asked === "text")
    return { format: asked, envelope: true, verbatim: asked === "text" };
  if (as !== undefined) return { format: as, envelope: false, verbatim: as === "text" };
  return { format: rule?.default ?? "json", envelope: true, verbatim: true };
}

export interface Shape {
  format: Format;
  /** TOON stands in the envelope of the tool's contract; asked for by a frontend it is the document itself. */
  envelope: boolean;
  /** Nobody asked for anything but text. */
  verbatim: boolean;
}
