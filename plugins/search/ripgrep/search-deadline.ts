/** A search's time limit, shared by all of its runs. */
export class SearchDeadline {
  expired = false;
  private readonly timer: AbortSignal;

  constructor(ms: number) {
    this.timer = AbortSignal.timeout(ms);
    this.timer.addEventListener("abort", () => {
      this.expired = true;
    });
  }

  /** Returns a function to unregister the callback. */
  onExpire(act: () => void): () => void {
    if (this.timer.aborted) act();
    else this.timer.addEventListener("abort", act);
    return () => this.timer.removeEventListener("abort", act);
  }
}
