/** The time limit of a search. */
export class SearchDeadline {
  expired = false;
  private readonly timer: AbortSignal;

  constructor(ms: number) {
    this.timer = AbortSignal.timeout(ms);
    this.timer.addEventListener("abort", () => {
      this.expired = true;
    });
  }

  /** Calls back when the time is up; the answer takes the call back. */
  onExpire(act: () => void): () => void {
    if (this.timer.aborted) act();
    else this.timer.addEventListener("abort", act);
    return () => this.timer.removeEventListener("abort", act);
  }
}
