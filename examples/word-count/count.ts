/** The job of the worker thread: identifiers of a text and how often they occur. */
export default async (text: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = Object.create(null);
  for (const [word] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]{2,}/gu)) counts[word] = (counts[word] ?? 0) + 1;
  return { ...counts };
};
