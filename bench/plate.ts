import { chromium, type Browser, type Page } from '@playwright/test';
import { report } from '../drills/report.ts';
import { loadModule } from '../tests/harness/load-module.ts';
import { browserOptions, startSite } from './site.ts';
import { quantile } from './quantile.ts';

/**
 * Prints the main-thread time of the plate's picture for each renderer: a frame at 400 px after warm-up, and the first
 * complete figure, from the call that creates the plate to the powder on its canvas.
 */
const source = `
export { createPlateView } from '#src/features/cymatics/plate/plate-view.ts';
export { createCanvasRenderer } from '#src/features/cymatics/plate/canvas-renderer.ts';
export { createWebglRenderer } from '#src/features/cymatics/plate/webgl-renderer.ts';
export { createGrains, sceneAt } from '#src/features/cymatics/plate/plate-scene.ts';
export { modesAt, showBlend } from '#src/figures/blend.ts';
export { look } from '#src/features/cymatics/plate/plate-look.ts';
export { notes } from '#src/studio/notes.ts';
`;
type Modules = typeof import('#src/features/cymatics/plate/plate-view.ts') &
  typeof import('#src/features/cymatics/plate/canvas-renderer.ts') &
  typeof import('#src/features/cymatics/plate/webgl-renderer.ts') &
  typeof import('#src/features/cymatics/plate/plate-scene.ts') &
  typeof import('#src/figures/blend.ts') &
  typeof import('#src/features/cymatics/plate/plate-look.ts') &
  typeof import('#src/studio/notes.ts');

const at = (values: readonly number[], share: number) => Number(quantile(values, share).toFixed(2));

async function newPage(browser: Browser, origin: string): Promise<{ page: Page; path: string }> {
  const page = await browser.newPage({ baseURL: origin });
  const path = await loadModule(page, source);
  await page.goto('/terms');
  return { page, path };
}

/** Milliseconds of the main thread for each of 480 frames: every note in turn, struck, for 40 frames. */
async function frameTimes(page: Page, path: string, kind: '2d' | 'webgl'): Promise<number[]> {
  return page.evaluate(
    async ([from, wanted]) => {
      const m = (await import(from)) as Modules;
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = m.look.size;
      document.body.prepend(canvas);
      const create = wanted === '2d' ? m.createCanvasRenderer : m.createWebglRenderer;
      const renderer = create(canvas, m.createGrains(m.look.grainCount, 7));
      if (!renderer) throw new Error(`No ${wanted}`);
      const times: number[] = [];
      let showing: ReturnType<typeof m.showBlend> | undefined;
      for (let frame = 0; frame < 480; frame += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const tS = frame / 60;
        const startS = Math.floor(frame / 40) * (40 / 60);
        const note = m.notes[Math.floor(frame / 40)];
        const startMs = performance.now();
        if (note && tS === startS) showing = m.showBlend([{ note, weight: 1 }], tS, showing);
        const modes = showing ? m.modesAt(showing, tS) : [];
        renderer.draw(m.sceneAt(tS, modes, { level: 0.4, strikesS: [startS] }));
        times.push(performance.now() - startMs);
      }
      renderer.dispose();
      return times;
    },
    [path, kind] as const,
  );
}

/** Milliseconds until the view is created and until its picture can be read back, and the frames between. */
async function firstFigure(page: Page, path: string) {
  return page.evaluate(async (from) => {
    const m = (await import(from)) as Modules;
    let frames = 0;
    const count = () => {
      frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const host = document.createElement('div');
    document.body.prepend(host);
    const blend = m.notes.slice(0, 1).map((note) => ({ note, weight: 1 }));
    const startMs = performance.now();
    const view = m.createPlateView(host, { label: '', levelOf: () => 0, blend });
    const madeMs = performance.now() - startMs;
    const canvas = host.querySelector('canvas');
    const copy = document.createElement('canvas').getContext('2d');
    if (!canvas || !copy) throw new Error('No canvas');
    copy.drawImage(canvas, 0, 0);
    copy.getImageData(0, 0, 1, 1);
    const drawnMs = performance.now() - startMs;
    view.dispose();
    return { madeMs, drawnMs, frames };
  }, path);
}

const site = await startSite();
const { args = [], ...rest } = browserOptions();
const frames: Record<string, Record<string, number>> = {};
const figures: Record<string, Record<string, number>> = {};
for (const [kind, flag] of [
  ['webgl', '--enable-unsafe-swiftshader'],
  ['2d', '--disable-3d-apis'],
] as const) {
  const first: Awaited<ReturnType<typeof firstFigure>>[] = [];
  for (let run = 0; run < 5; run += 1) {
    const browser = await chromium.launch({ ...rest, args: [...args, flag] });
    const { page, path } = await newPage(browser, site.origin);
    first.push(await firstFigure(page, path));
    if (run === 0) {
      const warm = (await frameTimes(page, path, kind)).slice(80);
      frames[kind] = { 'median ms': at(warm, 0.5), '95 % ms': at(warm, 0.95) };
    }
    await browser.close();
  }
  figures[kind] = {
    'made, ms': at(
      first.map(({ madeMs }) => madeMs),
      0.5,
    ),
    'on the canvas, ms': at(
      first.map(({ drawnMs }) => drawnMs),
      0.5,
    ),
    'frames meanwhile': Math.max(...first.map((run) => run.frames)),
  };
}
report({
  tables: [
    { caption: 'Main thread a frame, 400 px, after 80 frames (to reach: WebGL 1 ms, 2D 8 ms)', rows: frames },
    { caption: 'The first complete figure, a new browser each time, median of 5', rows: figures },
  ],
});
await site.stop();
