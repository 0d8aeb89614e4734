// Not the fixtures of harness/test.ts: they would start an unneeded Chromium here.
import { writeFileSync } from 'node:fs';
import { expect, test, type BrowserType } from '@playwright/test';
import { startChromium } from '../harness/chromium.ts';
import { startFirefox } from '../harness/firefox.ts';
import type { ForeignBrowser, Started } from '../harness/foreign-browser.ts';
import { countLines, emptinessOf } from '../harness/picture.ts';
import { startSeeded, type SeededServer } from '../harness/seeded-server.ts';
import { startWebKit } from '../harness/webkit.ts';

const wide = [1440, 900] as const;
// WebKit's window is at least about 450 px wide; the layout is still a phone's.
const narrow = [390, 844] as const;

/** Takes the screenshots. */
type Camera = Omit<ForeignBrowser, 'perform'>;

interface Screen {
  readonly name: string;
  readonly path: string | ((seeded: SeededServer['seeded']) => string);
  readonly size: typeof wide | typeof narrow;
  readonly actor?: 'client' | 'team';
  /** The element to scroll to. */
  readonly at?: string;
  /** The section in its URL. */
  readonly arrivesAt?: string;
  /** Drawings whose lines are counted. */
  readonly ticks?: readonly string[];
}

const screens: readonly Screen[] = [
  { name: 'home', path: '/', size: wide },
  { name: 'home-narrow', path: '/', size: narrow },
  { name: 'labs-narrow', path: '/#research', size: narrow, arrivesAt: 'research' },
  { name: 'brief', path: '/', size: wide, at: '#brief [data-ticks]', ticks: ['60'] },
  { name: 'testimonials', path: '/', size: wide, at: '[data-ruling]', ticks: ['4', 'ruling'] },
  { name: 'production', path: '/production', size: wide },
  { name: 'closing', path: '/production', size: wide, at: '[data-ticks="20"]', ticks: ['20', '15'] },
  { name: 'article-narrow', path: '/blog/room-tone-is-a-performance', size: narrow },
  { name: 'overlay', path: '/?note=A4', size: wide },
  { name: 'discovery-call-narrow', path: '/discovery-call', size: narrow },
  { name: 'portal', path: '/portal', size: wide, actor: 'client' },
  {
    name: 'project-narrow',
    path: ({ projectId }) => `/portal/projects/${projectId}`,
    size: narrow,
    actor: 'client',
  },
  { name: 'desk', path: '/desk/leads', size: wide, actor: 'team', ticks: ['24'] },
];

/** Scrolls there, waits for fonts and pictures, and measures. */
const settle = (browser: Camera, at: string | undefined) =>
  browser.evaluate(async (selector: string | undefined) => {
    const root = document.documentElement;
    const element = selector === undefined ? null : document.querySelector(selector);
    element?.scrollIntoView({ block: 'center', behavior: 'instant' });
    await document.fonts.ready;
    const seen = [...document.images].filter((image) => image.loading !== 'lazy');
    await Promise.all(seen.map((image) => image.decode()));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
    return {
      overflow: root.scrollWidth - root.clientWidth,
      brokenFonts: [...document.fonts].filter((face) => face.status === 'error').length,
    };
  }, at);

/** How far down the window a section begins, as a share of its height, if the page has scrolled by itself. */
const topOf = (browser: Camera, id: string) =>
  browser.evaluate(
    (section: string) =>
      (document.getElementById(section)?.getBoundingClientRect().top ?? Infinity) / innerHeight,
    id,
  );

/** The place of a drawing's lines, and their expected number. */
const drawnAt = (browser: Camera, ticks: string) =>
  browser.evaluate((which: string) => {
    const isRuling = which === 'ruling';
    const drawing = document.querySelector(isRuling ? '[data-ruling]' : `[data-ticks="${which}"]`);
    if (!drawing) throw new Error(`no drawing ${which}`);
    const { x, y, width, height } = drawing.getBoundingClientRect();
    // Next to the text: the paper's right edge; the staff left of its notes; the feet of a ruler's lines.
    if (isRuling) {
      // A line every 32 px, except those at the edges of the paper.
      return {
        box: { x: x + width - 14, y: y + 2, width: 10, height: height - 4 },
        axis: 'down',
        count: Math.floor((height - 2) / 32),
      } as const;
    }
    if (which === '4')
      return { box: { x, y: y - 3, width: 40, height: height + 6 }, axis: 'down', count: 5 } as const;
    // The first half of the desk's hours is covered in the course of the day.
    const from = which === '24' ? 0.5 : 0;
    return {
      box: { x: x + width * from - 2, y: y + height - 5, width: width * (1 - from) + 4, height: 3 },
      axis: 'across',
      count: Number(which) * (1 - from) + 1,
    } as const;
  }, ticks);

type Start = (chromium: BrowserType) => Promise<Started | { ok: true; browser: Camera }>;
const starts: readonly { name: string; start: Start }[] = [
  { name: 'Chromium', start: startChromium },
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKit', start: startWebKit },
];

for (const { name, start } of starts) {
  test(`${name} shows every screen completely, with every line of its rulers`, async ({
    playwright,
  }, info) => {
    test.slow();
    const started = await start(playwright.chromium);
    if (!started.ok) console.log(`${name} is left out: ${started.reason}.`);
    test.skip(!started.ok, started.ok ? '' : started.reason);
    if (!started.ok) return;
    const { browser } = started;
    const server = await startSeeded(
      { leads: 40, clients: 2, projects: 8, messages: 16 },
      { isCounting: false },
    );
    try {
      await browser.goto(`${server.address}privacy`);
      for (const screen of screens) {
        await test.step(screen.name, async () => {
          const { path, actor, size, at, arrivesAt, ticks = [] } = screen;
          const token = actor ? server.seeded.tokens[actor] : '';
          await browser.evaluate((value: string) => {
            document.cookie = `antinode_session=${value}; path=/`;
          }, token);
          await browser.resize(size[0], size[1]);
          await browser.goto(
            new URL(typeof path === 'string' ? path : path(server.seeded), server.address).href,
          );
          if (arrivesAt) await expect.poll(() => topOf(browser, arrivesAt)).toBeLessThan(0.5);
          expect.soft(await settle(browser, at), screen.name).toEqual({ overflow: 0, brokenFonts: 0 });
          const picture = await browser.picture();
          writeFileSync(info.outputPath(`${screen.name}.png`), picture);
          expect.soft(await emptinessOf(picture), `${screen.name} shows something`).toBeLessThan(0.97);
          for (const which of ticks) {
            const { box, axis, count } = await drawnAt(browser, which);
            expect
              .soft(await countLines(picture, box, axis), `${screen.name}: lines of ${which}`)
              .toBe(count);
          }
        });
      }
      await test.step('the overlay covers the window, where its scroll bar takes room, too', async () => {
        await browser.resize(wide[0], wide[1]);
        await browser.goto(`${server.address}?note=A4`);
        const widths = () =>
          browser.evaluate(() => [
            document.querySelector('dialog.cym')?.getBoundingClientRect().width,
            innerWidth,
          ]);
        await expect.poll(async () => (await widths())[0]).toBe((await widths())[1]);
      });
      // The recordings of this studio have no bytes; only Chromium logs failed loads.
      const isNoBytes = (fault: string) => /status of 404 .*\/portal\/files\//.test(fault);
      expect((await browser.faults()).filter((fault) => !isNoBytes(fault))).toEqual([]);
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}
