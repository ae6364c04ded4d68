/** Shortens a description to one line of a list. */

/** A heading such as "After edits" is not a summary. */
const FEW_WORDS = 3;

/** Returns the first sentence of a description without parentheses. Stops at a colon if that is enough. */
export function summaryOf(description: string): string {
  const [sentence = ""] = description.replace(/ \([^()]*\)/g, "").split(/[.;](?: |$)/, 1);
  const [head = ""] = sentence.split(": ", 1);
  return head.split(" ").length > FEW_WORDS ? head : sentence;
}
