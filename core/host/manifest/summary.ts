/** The first words of a description: what fits on one line of a list. */

/** What a description says before it goes into detail. */
export function summaryOf(description: string): string {
  return description.split(/[.:;] | \(/, 1)[0]!.replace(/\.$/, "");
}
