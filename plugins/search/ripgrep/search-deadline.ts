/** The time limit of a search, which is shared by all of its runs. */
export class SearchDeadline {
  expired = false;
  private readonly over = new AbortController();
  private readonly timer: AbortSignal;

  constructor(ms: number) {
    this.timer = AbortSignal.any([AbortSignal.timeout(ms), this.over.signal]);
    this.timer.addEventListener("abort", () => {
      this.expired = true;
    });
  }

  /** Ends the search early. */
  end(): void {
    this.over.abort();
  }

  /** Returns a function to unregister the callback. */
  onExpire(act: () => void): () => void {
    if (this.timer.aborted) act();
    else this.timer.addEventListener("abort", act);
    return () => this.timer.removeEventListener("abort", act);
  }
}
