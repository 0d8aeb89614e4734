import { modesAt, modesOfBlend, showBlend, type Blend } from './blend.ts';
import { sceneAt } from './plate-scene.ts';
import { createPlateSurface } from './plate-surface.ts';

/** The moving picture of a plate. */
export interface PlateView {
  /** Shows another blend: crossfades in about 0.4 s; at once under reduced motion. */
  show(blend: Blend): void;
  /** The powder jumps and settles within 0.9 s; nothing under reduced motion. */
  strike(): void;
  setLabel(label: string): void;
  toPng(): Promise<Blob>;
  readonly renderer: 'webgl' | '2d';
  dispose(): void;
}

const strikesKept = 3;

/**
 * Puts a canvas of 400×400 with the figure of `blend` into `host`, drawn when this returns. `levelOf` is the loudness
 * now, 0 to 1. Frames are requested only while the page is visible and the visitor has nothing against motion.
 */
export function createPlateView(
  host: HTMLElement,
  { label, levelOf, blend }: { label: string; levelOf: () => number; blend: Blend },
): PlateView {
  const page = host.ownerDocument;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const surface = createPlateSurface(host, label);
  const stop = new AbortController();
  let strikesS: readonly number[] = [];
  let frame = 0;
  const nowS = () => performance.now() / 1000;
  let showing = showBlend(blend, nowS());

  const draw = (tS: number, isDue: boolean) => {
    const level = Math.min(1, Math.max(0, levelOf()));
    const scene = calm.matches
      ? sceneAt(0, modesOfBlend(showing.blend), { level: 0, strikesS: [] })
      : sceneAt(tS, modesAt(showing, tS), { level, strikesS });
    surface.draw(scene, isDue);
  };
  const onFrame = (ms: number) => {
    draw(ms / 1000, false);
    frame = requestAnimationFrame(onFrame);
  };
  /** After anything that changes whether there is motion. */
  const restart = () => {
    cancelAnimationFrame(frame);
    if (page.hidden) return;
    draw(nowS(), true);
    if (!calm.matches) frame = requestAnimationFrame(onFrame);
  };
  calm.addEventListener('change', restart, { signal: stop.signal });
  page.addEventListener('visibilitychange', restart, { signal: stop.signal });
  draw(nowS(), true);
  restart();
  return {
    show(next) {
      showing = showBlend(next, nowS(), showing);
      if (calm.matches) restart();
    },
    strike() {
      strikesS = [...strikesS, nowS()].slice(-strikesKept);
    },
    setLabel: (text) => surface.canvas.setAttribute('aria-label', text),
    toPng: async () =>
      new Promise((resolve, reject) => {
        surface.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))));
      }),
    get renderer() {
      return surface.kind;
    },
    dispose() {
      stop.abort();
      cancelAnimationFrame(frame);
      surface.dispose();
    },
  };
}
