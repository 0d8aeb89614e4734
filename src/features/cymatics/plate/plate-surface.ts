import { createCanvasRenderer } from './canvas-renderer.ts';
import { createGrains, type PlateRenderer, type Scene } from './plate-scene.ts';
import { look } from './plate-look.ts';
import { createWebglRenderer } from './webgl-renderer.ts';

/** How long a lost context may take to be restored, and how often it may be lost. */
const returnMs = 2000;
const mostLosses = 3;

const framesJudged = 12;
const mostCpuMs = 16;
const mostGpuMs = 120;
const slowInARow = 12;

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Detects when drawing is too slow: the median main-thread time of the last dozen frames is over 16 ms, or a dozen
 * frames in a row were unfinished on the GPU 120 ms after they were requested. The first frame does not count, since it
 * compiles the shaders.
 */
export function createFrameCost() {
  const cpu: number[] = [];
  let slow = -1;
  return {
    addCpu(ms: number) {
      if (cpu.push(ms) > framesJudged) cpu.shift();
    },
    addGpu(ms: number | undefined) {
      if (ms !== undefined) slow = ms > mostGpuMs ? slow + 1 : 0;
    },
    isTooMuch: () => (cpu.length === framesJudged && medianOf(cpu) > mostCpuMs) || slow >= slowInARow,
  };
}

/** The plate's canvas and its renderer. */
export interface PlateSurface {
  readonly canvas: HTMLCanvasElement;
  readonly kind: PlateRenderer['kind'];
  draw(scene: Scene): void;
  dispose(): void;
}

function appendCanvas(host: HTMLElement, label: string): HTMLCanvasElement {
  const canvas = host.ownerDocument.createElement('canvas');
  canvas.width = look.size;
  canvas.height = look.size;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
  host.append(canvas);
  return canvas;
}

/**
 * Puts a canvas into `host` and draws with WebGL2 while that works and is fast enough, else with a 2D context on a new
 * canvas: permanently, or until a lost WebGL context is restored. Without either, the canvas stays empty.
 */
export function createPlateSurface(host: HTMLElement, label: string): PlateSurface {
  const grains = createGrains(look.grainCount, 7);
  const ofWebgl = appendCanvas(host, label);
  let canvas = ofWebgl;
  let renderer = createWebglRenderer(ofWebgl, grains);
  let last: Scene | undefined;
  let cost = createFrameCost();
  let unwatch: (() => void) | undefined;

  const show = (next: HTMLCanvasElement, by: PlateRenderer | null) => {
    renderer = by;
    next.setAttribute('aria-label', canvas.getAttribute('aria-label') ?? '');
    canvas.replaceWith(next);
    canvas = next;
    if (last) renderer?.draw(last);
  };
  const drawFlat = () => {
    if (canvas !== ofWebgl) return;
    // A canvas keeps the kind of its first context.
    const flat = canvas.cloneNode() as HTMLCanvasElement;
    show(flat, createCanvasRenderer(flat, grains));
  };
  const leaveWebgl = () => {
    unwatch?.();
    if (renderer?.kind === 'webgl') renderer.dispose();
    drawFlat();
  };
  if (renderer) {
    unwatch = watchContext(ofWebgl, {
      onLost: drawFlat,
      onRestored() {
        cost = createFrameCost();
        const restored = createWebglRenderer(ofWebgl, grains);
        if (!restored) return leaveWebgl();
        show(ofWebgl, restored);
      },
      onGone: leaveWebgl,
    });
  } else leaveWebgl();
  return {
    get canvas() {
      return canvas;
    },
    get kind() {
      return renderer?.kind ?? '2d';
    },
    draw(scene) {
      last = scene;
      cost.addGpu(renderer?.gpuMs());
      const startMs = performance.now();
      renderer?.draw(scene);
      cost.addCpu(performance.now() - startMs);
      if (renderer?.kind === 'webgl' && cost.isTooMuch()) leaveWebgl();
    },
    dispose() {
      unwatch?.();
      renderer?.dispose();
      renderer = null;
      canvas.remove();
    },
  };
}

interface ContextWatch {
  onLost(): void;
  onRestored(): void;
  /** The context was not restored within 2 s, or was lost three times. */
  onGone(): void;
}

/** Watches for a lost context. Returns a function that stops. */
function watchContext(canvas: HTMLCanvasElement, to: ContextWatch): () => void {
  let losses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onLost = (event: Event) => {
    // Otherwise the context is never restored.
    event.preventDefault();
    losses += 1;
    to.onLost();
    if (losses < mostLosses) timer = setTimeout(() => to.onGone(), returnMs);
    else to.onGone();
  };
  const onRestored = () => {
    clearTimeout(timer);
    to.onRestored();
  };
  canvas.addEventListener('webglcontextlost', onLost);
  canvas.addEventListener('webglcontextrestored', onRestored);
  return () => {
    clearTimeout(timer);
    canvas.removeEventListener('webglcontextlost', onLost);
    canvas.removeEventListener('webglcontextrestored', onRestored);
  };
}
