/** Renders right away after a pause, and limits the rate of frames that follow each other. */

export interface FrameThrottle {
  /** Called when something has changed. */
  request(): void;
  stop(): void;
}

export function createFrameThrottle(draw: () => void, every: number): FrameThrottle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;

  function now() {
    timer = undefined;
    draw();
    drawnAt = performance.now();
  }

  return {
    request() {
      if (timer !== undefined) return;
      const rest = every - (performance.now() - drawnAt);
      if (rest <= 0) now();
      else timer = setTimeout(now, rest);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
