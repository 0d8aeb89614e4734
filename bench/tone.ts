import { chromium, type Browser, type Page } from '@playwright/test';
import { report } from '../drills/report.ts';
import { browserOptions, startSite } from './site.ts';
import { quantile } from './quantile.ts';

/**
 * Prints the time between a key press in the open overlay and the scheduling of its tone: main-thread work from the
 * first listener on, and from the event's own time on, which includes its wait for the main thread.
 */
interface Strike {
  readonly workMs: number;
  readonly sinceEventMs: number;
}
type Watched = Window & { strikes: Strike[]; contexts: AudioContext[] };

/** Runs in the page before its own scripts. */
function watchStrikes(isCold: boolean): void {
  const view = window as unknown as Watched;
  Object.assign(view, { strikes: [], contexts: [] });
  const Context = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      view.contexts.push(this);
    }
  };
  Object.assign(view, { AudioContext: Context });
  // Without a recorded gesture the overlay does not create its context before the first press.
  if (isCold) Object.defineProperty(navigator, 'userActivation', { value: undefined });
  let begun = { atMs: 0, eventMs: 0 };
  view.addEventListener(
    'keydown',
    (event) => {
      begun = { atMs: performance.now(), eventMs: event.timeStamp };
    },
    { capture: true },
  );
  const start: (this: OscillatorNode, when?: number) => void = Reflect.get(OscillatorNode.prototype, 'start');
  OscillatorNode.prototype.start = function startAndNote(when?: number) {
    start.call(this, when);
    const now = performance.now();
    view.strikes.push({ workMs: now - begun.atMs, sinceEventMs: now - begun.eventMs });
  };
}

async function openOverlay(browser: Browser, origin: string, isCold: boolean): Promise<Page> {
  const page = await browser.newPage({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchStrikes, isCold);
  await page.goto('/production', { waitUntil: 'networkidle' });
  await page.getByRole('banner').getByRole('button', { name: 'Cymatics Navigation' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: /^C4/ }).focus();
  // If the overlay creates its context before the first press, it is running by then.
  if (!isCold)
    await page.waitForFunction(() =>
      (window as unknown as Watched).contexts.some(({ state }) => state === 'running'),
    );
  return page;
}

async function strike(page: Page, count: number): Promise<readonly Strike[]> {
  const letters = ['A', 'W', 'S', 'E', 'D', 'F', 'T', 'G', 'Y', 'H', 'U', 'J'];
  for (let i = 0; i < count; i += 1) await page.keyboard.press(`Key${letters[i % 12]}`);
  await page.waitForFunction((least) => (window as unknown as Watched).strikes.length >= least, count);
  return page.evaluate(() => (window as unknown as Watched).strikes.splice(0));
}

const rowOf = (values: readonly number[]) => ({
  median: quantile(values, 0.5).toFixed(2),
  '95 %': quantile(values, 0.95).toFixed(2),
  most: Math.max(...values).toFixed(2),
});

const site = await startSite();
const browser = await chromium.launch(browserOptions());
const first: Record<string, readonly Strike[]> = {};
for (const isCold of [false, true]) {
  const name = isCold ? 'first press, context made by it' : 'first press, context warmed up';
  const page = await openOverlay(browser, site.origin, isCold);
  first[name] = await strike(page, 1);
  await page.close();
}
const page = await openOverlay(browser, site.origin, false);
await strike(page, 50);
const strikes = await strike(page, 200);
const rows = {
  ...Object.fromEntries(Object.entries(first).map(([name, [only]]) => [name, rowOf([only?.workMs ?? NaN])])),
  '200 presses: main-thread work': rowOf(strikes.map(({ workMs }) => workMs)),
  '200 presses: since the event': rowOf(strikes.map(({ sinceEventMs }) => sinceEventMs)),
};
const caption = 'From key event to scheduled tone, ms (to reach: 5 of main-thread work)';
report({ tables: [{ caption, rows }] });
await browser.close();
await site.stop();
