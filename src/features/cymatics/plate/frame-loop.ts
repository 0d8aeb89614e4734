interface FrameLoop {
  /** Whether the visitor wants no motion here, or none anywhere (reduced motion). */
  readonly isCalm: () => boolean;
  /** Stops all motion, or lets it go on. */
  hold(isHeld: boolean): void;
  dispose(): void;
}

/**
 * Calls `onFrame` with the time in seconds before every paint while the page is visible and motion is wanted,
 * and `onChange` whenever one of these changes on a visible page. Otherwise no frame is requested.
 */
export function createFrameLoop(
  page: Document,
  { onFrame, onChange }: { onFrame: (tS: number) => void; onChange: () => void },
): FrameLoop {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let isHeld = false;
  let isOver = false;
  const isCalm = () => isHeld || calm.matches;
  let request = 0;
  const ask = () => {
    if (!isCalm() && !page.hidden && !isOver) request = requestAnimationFrame(run);
  };
  const run = (ms: number) => {
    onFrame(ms / 1000);
    ask();
  };
  const restart = () => {
    cancelAnimationFrame(request);
    if (!page.hidden) onChange();
    ask();
  };
  calm.addEventListener('change', restart);
  page.addEventListener('visibilitychange', restart);
  ask();
  return {
    isCalm,
    hold(held) {
      isHeld = held;
      restart();
    },
    dispose() {
      isOver = true;
      calm.removeEventListener('change', restart);
      page.removeEventListener('visibilitychange', restart);
      cancelAnimationFrame(request);
    },
  };
}
