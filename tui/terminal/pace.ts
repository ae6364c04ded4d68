/** Draws at once what comes after a rest, and at most so often what comes in a row. */

export interface Pace {
  /** Something changed. */
  want(): void;
  stop(): void;
}

export function createPace(draw: () => void, every: number): Pace {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;

  function now() {
    timer = undefined;
    draw();
    drawnAt = performance.now();
  }

  return {
    want() {
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
