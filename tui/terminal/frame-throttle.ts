/**
 * Limits the frame rate. The first change after a pause is rendered immediately, whereas further changes in quick succession
 * are rendered together.
 */

export interface FrameThrottle {
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
