interface FrameLoop {
  /** Whether the visitor has asked for reduced motion. */
  readonly isCalm: () => boolean;
  dispose(): void;
}

/**
 * Calls `onFrame` with the time in seconds before every paint while the page is visible and no reduced motion is asked
 * for, and `onChange` whenever one of these changes on a visible page. Otherwise no frame is requested.
 */
export function createFrameLoop(
  page: Document,
  { onFrame, onChange }: { onFrame: (tS: number) => void; onChange: () => void },
): FrameLoop {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let isOver = false;
  let request = 0;
  const ask = () => {
    if (!calm.matches && !page.hidden && !isOver) request = requestAnimationFrame(run);
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
    isCalm: () => calm.matches,
    dispose() {
      isOver = true;
      calm.removeEventListener('change', restart);
      page.removeEventListener('visibilitychange', restart);
      cancelAnimationFrame(request);
    },
  };
}
