import { chromium, type LaunchOptions } from '@playwright/test';
import { report } from '../drills/report.ts';
import { overlayWeight, type Part } from '../tests/harness/overlay-weight.ts';
import { browserOptions, startSite } from './site.ts';

/**
 * Prints the size of the overlay beyond React, in gzip bytes, by part, and the number of animation frames between the
 * arrival of its code and the first complete figure.
 */
function sizes() {
  const { scripts, saving, worklets, styles } = overlayWeight();
  const sum = (parts: readonly Part[]) => parts.reduce((total, { gzip }) => total + gzip, 0);
  return [
    ...scripts,
    { name: 'scripts', gzip: sum(scripts) },
    ...worklets,
    { name: 'code (to stay within: 25,000)', gzip: sum([...scripts, ...worklets]) },
    ...styles,
    ...saving,
    { name: 'saving (to stay within: 4,000)', gzip: sum(saving) },
  ];
}

interface Drawing {
  readonly at: number;
  /** Lit share of the canvas, 0 to 1. */
  readonly lit: number;
}
/** Times of frames and drawn pictures, in milliseconds of the page's clock. */
type Watched = Window & { frames: number[]; drawings: Drawing[] };

/** Runs in the page before its own scripts: counts frames and inspects every picture drawn on a canvas. */
function watchDrawings(): void {
  const view = window as unknown as Watched;
  Object.assign(view, { frames: [], drawings: [] });
  const count = () => {
    view.frames.push(performance.now());
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  const note = (pixels: Uint8Array | Uint8ClampedArray) => {
    const at = performance.now();
    let lit = 0;
    for (let i = 0; i < pixels.length; i += 4) if ((pixels[i] ?? 0) > 90) lit += 1;
    view.drawings.push({ at, lit: (4 * lit) / pixels.length });
  };
  // Inspects the canvas after every draw call of a kind of context.
  const watch = <Context extends object>(
    context: Context,
    call: string,
    look: (context: Context) => void,
  ) => {
    const draw = Reflect.get(context, call) as (...given: unknown[]) => void;
    Object.assign(context, {
      [call](this: Context, ...given: unknown[]) {
        draw.apply(this, given);
        look(this);
      },
    });
  };
  watch(WebGL2RenderingContext.prototype, 'drawArrays', (gl) => {
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    note(pixels);
  });
  for (const call of ['putImageData', 'drawImage']) {
    watch(CanvasRenderingContext2D.prototype, call, (flat) => {
      const { width, height, isConnected } = flat.canvas;
      if (isConnected) note(flat.getImageData(0, 0, width, height).data);
    });
  }
}

/** Frames from the arrival of the code to the first picture as complete as the one a second later. */
async function framesToFigure(origin: string, options: LaunchOptions, isWarm: boolean): Promise<number> {
  const browser = await chromium.launch(options);
  const page = await browser.newPage({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchDrawings);
  await page.goto('/production', { waitUntil: 'networkidle' });
  const entry = page.getByRole('banner').getByRole('button', { name: 'Cymatics Navigation' });
  if (isWarm) {
    await entry.hover();
    await page.waitForLoadState('networkidle');
  }
  const frames = await entry.evaluate(async (link: HTMLElement) => {
    const view = window as unknown as Watched;
    const clickedAt = performance.now();
    link.click();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const ends = scripts.filter(({ name }) => /_astro\/(overlay-host|react)\./.test(name));
    const arrivedAt = Math.max(clickedAt, ...ends.map(({ responseEnd }) => responseEnd));
    const settled = view.drawings.at(-1)?.lit ?? 0;
    const first = view.drawings.find(({ lit }) => lit > 0 && lit >= 0.8 * settled);
    return first ? view.frames.filter((at) => at > arrivedAt && at <= first.at).length : Number.NaN;
  });
  await browser.close();
  return frames;
}

const site = await startSite();
const { args = [], ...rest } = browserOptions();
const renderers = { WebGL2: ['--enable-unsafe-swiftshader'], '2D': ['--disable-3d-apis'] };
const rows: Record<string, Record<string, number>> = {};
for (const [renderer, flags] of Object.entries(renderers)) {
  const options = { ...rest, args: [...args, ...flags] };
  rows[renderer] = {
    'frames, code there before the click': await framesToFigure(site.origin, options, true),
    'frames, code loaded by the click': await framesToFigure(site.origin, options, false),
  };
}
report({
  tables: [
    { caption: 'Its code beyond React', rows: sizes() },
    { caption: 'Animation frames from the code’s arrival to the first complete figure (to reach: 2)', rows },
  ],
});
await site.stop();
