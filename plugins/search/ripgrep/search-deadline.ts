/** The time limit of a search, shared by all of its runs. */
export class SearchDeadline {
  expired = false;
  private readonly timer: AbortSignal;

  constructor(ms: number) {
    this.timer = AbortSignal.timeout(ms);
    this.timer.addEventListener("abort", () => {
      this.expired = true;
    });
  }

  /** Registers a callback for the deadline. Returns a function that unregisters it. */
  onExpire(act: () => void): () => void {
    if (this.timer.aborted) act();
    else this.timer.addEventListener("abort", act);
    return () => this.timer.removeEventListener("abort", act);
  }
}
