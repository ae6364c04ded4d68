/** Shows progress for work that doesn't report any itself. */
import type { Progress } from "../../../core/host/plugin-api.ts";

/** The time before the message is shown, in milliseconds. */
const QUIET_MS = 600;

/** Shows a message if the work takes more than a moment. `heard` is called if it does report progress. */
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
