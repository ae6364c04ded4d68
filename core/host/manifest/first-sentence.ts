/** The first words of a description: what fits on one line of a list. */

/** A heading such as "After edits" says nothing alone. */
const FEW_WORDS = 3;

/** The summary of a description: its first sentence without asides, up to a colon if that is enough. */
export function summaryOf(description: string): string {
  const [sentence = ""] = description.replace(/ \([^()]*\)/g, "").split(/[.;](?: |$)/, 1);
  const [head = ""] = sentence.split(": ", 1);
  return head.split(" ").length > FEW_WORDS ? head : sentence;
}
