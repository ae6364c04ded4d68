/** Progress for work that does not report any itself */
import type { Progress } from "../../../core/host/plugin-api.ts";

/** Before showing the message (ms) */
const QUIET_MS = 600;

/** Show a message if the work takes more than a moment. Call `heard` if it does report progress after all. */
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
