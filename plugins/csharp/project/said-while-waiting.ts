/** Reports progress for work that does not report any itself. */
import type { Progress } from "../../../core/host/plugin-api.ts";

/** Delay before the message is shown, in ms. */
const QUIET_MS = 600;

/** Reports the message if the work takes longer than a moment. `heard` is called if the work does report progress. */
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
