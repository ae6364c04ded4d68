/** The first words of a description: what fits on one line of a list. */

/** A heading such as "After edits" says nothing alone. */
const FEW_WORDS = 3;

/** What a description says before it goes into detail: its first sentence without asides, to the colon where that says enough. */
export function summaryOf(description: string): string {
  const sentence = description.replace(/ \([^()]*\)/g, "").split(/[.;](?: |$)/, 1)[0]!;
  const head = sentence.split(": ", 1)[0]!;
  return head.split(" ").length > FEW_WORDS ? head : sentence;
}
