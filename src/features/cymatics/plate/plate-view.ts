import { modesAt, modesOfBlend, showBlend, type Blend } from '#src/figures/blend.ts';
import { sceneAt } from './plate-scene.ts';
import { createPlateSurface } from './plate-surface.ts';

interface FrameLoop {
  /** Returns true if the visitor paused this figure, or prefers reduced motion. */
  readonly isCalm: () => boolean;
  /** Pauses all motion, or resumes it. */
  hold(isHeld: boolean): void;
  dispose(): void;
}

/**
 * Calls `onFrame` with the time in seconds before every paint while the page is visible and motion is wanted, and
 * `onChange` whenever one of these changes on a visible page. Otherwise no frame is requested.
 */
function createFrameLoop(
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

/** The animated picture of a plate. */
export interface PlateView {
  /** Shows another blend with a crossfade of about 0.3 s; at once with reduced motion. */
  show(blend: Blend): void;
  /**
   * Makes the powder jump and settle within 0.9 s, or within 0.24 s before a navigation (`isLeaving`); does nothing
   * with reduced motion.
   */
  strike(isLeaving?: boolean): void;
  setLabel(label: string): void;
  /** Pauses the figure, as reduced motion does, or resumes it. */
  setStill(isStill: boolean): void;
  readonly renderer: 'webgl' | '2d';
  dispose(): void;
}

const strikesKept = 3;
/** Breathing alone is so slow that 20 pictures a second are smooth. */
const breathFrameS = 0.045;
/** The time after which a strike and a crossfade are over. */
const livelyS = 1;
const quiet = 0.002;

/**
 * Adds a canvas of 400×400 with the figure of `blend` to `host`, drawn when this returns. `levelOf` returns the current
 * loudness, 0 to 1. Frames are requested only while the page is visible and motion is allowed.
 */
export function createPlateView(
  host: HTMLElement,
  { label, levelOf, blend }: { label: string; levelOf: () => number; blend: Blend },
): PlateView {
  const surface = createPlateSurface(host, label);
  const nowS = () => performance.now() / 1000;
  let showing = showBlend(blend, nowS());
  let changedS = -Infinity;
  let strikesS: readonly number[] = [];
  let leavesS = -Infinity;
  let drawnS = 0;

  const draw = (tS: number, level = 0) => {
    drawnS = tS;
    surface.draw(
      loop.isCalm()
        ? sceneAt(0, modesOfBlend(showing.blend), { level: 0, strikesS: [] })
        : sceneAt(tS, modesAt(showing, tS), { level, strikesS, leavesS }),
    );
  };
  const loop = createFrameLoop(host.ownerDocument, {
    onFrame(tS) {
      const level = Math.min(1, Math.max(0, levelOf()));
      const isLively = level > quiet || tS - Math.max(changedS, ...strikesS) < livelyS;
      if (isLively || tS - drawnS > breathFrameS) draw(tS, level);
    },
    onChange: () => draw(nowS()),
  });
  draw(nowS());
  return {
    show(next) {
      changedS = nowS();
      showing = showBlend(next, changedS, showing);
      if (loop.isCalm()) draw(changedS);
    },
    strike(isLeaving) {
      const atS = nowS();
      strikesS = [...strikesS, atS].slice(-strikesKept);
      if (isLeaving) leavesS = atS;
    },
    setStill: (isStill) => loop.hold(isStill),
    setLabel: (text) => surface.canvas.setAttribute('aria-label', text),
    get renderer() {
      return surface.kind;
    },
    dispose() {
      loop.dispose();
      surface.dispose();
    },
  };
}
