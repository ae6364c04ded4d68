/** Progress of work that reports none itself. */
import type { Progress } from "../../../core/host/plugin-api.ts";

/** A person waits so long without a word. */
const QUIET_MS = 600;

/** Reports the message if the work takes longer than a moment. `heard` is for work that reports by itself after all. */
export async function saidWhileWaiting<Answer>(
  message: string,
  progress: ((progress: Progress) => void) | undefined,
  work: (heard: () => void) => Promise<Answer>,
): Promise<Answer> {
  const timer = setTimeout(() => progress?.({ message }), QUIET_MS);
  try {
    return await work(() => clearTimeout(timer));
  } finally {
    clearTimeout(timer);
  }
}
