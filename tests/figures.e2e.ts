import type { Page } from '@playwright/test';
import { publicRoutes } from './harness/routes.ts';
import { expect, test } from './harness/test.ts';

/** Width and height of a PNG, from its first chunk. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('every page names a social picture of its own figure that is there', async ({ request }) => {
  const pictures = new Set<string>();
  for (const path of publicRoutes) {
    const html = await (await request.get(path)).text();
    const address = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const { pathname } = new URL(address);
    const answer = await request.get(pathname);
    expect(answer.headers()['content-type'], path).toBe('image/png');
    expect(sizeOf(await answer.body()), path).toEqual([1200, 630]);
    pictures.add(pathname);
  }
  expect(pictures.size).toBe(publicRoutes.length);
});

test('the icons that pages and the manifest name are there in their sizes', async ({ request }) => {
  const manifest: unknown = await (await request.get('/site.webmanifest')).json();
  const { icons } = manifest as { icons: { src: string; sizes: string }[] };
  expect(icons.length).toBeGreaterThan(0);
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const answer = await request.get(src);
    expect(sizeOf(await answer.body()).join('x'), src).toBe(sizes);
  }
  for (const src of ['/favicon.ico', '/favicon.svg'])
    expect((await request.get(src)).status(), src).toBe(200);
});

/** Counts how often pixels are read, which is where the work on a struck plate begins. */
const countReads = (page: Page) =>
  page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D;
    const read: (...area: [number, number, number, number]) => ImageData = Reflect.get(
      prototype,
      'getImageData',
    );
    let reads = 0;
    prototype.getImageData = function counted(...area: [number, number, number, number]) {
      reads += 1;
      document.documentElement.dataset['reads'] = String(reads);
      return read.apply(this, area);
    };
  });
const readsOn = (page: Page) => page.evaluate(() => document.documentElement.dataset['reads'] ?? '0');

const haveProcessors = (page: Page, value: number) =>
  page.addInitScript(
    (count) => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => count }),
    value,
  );

/** The page with its clock at a stop, and nothing done yet that waits for it to be idle. */
async function openAtRest(page: Page, processors = 4): Promise<void> {
  await countReads(page);
  await haveProcessors(page, processors);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/');
  await expect(page.locator('#home .powder')).toBeVisible();
}

test("the hero's powder lies still until the page is idle, then jumps once, settles, and stands still", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openAtRest(page);
  const [powder, canvas] = [page.locator('#home .powder'), page.locator('#home canvas')];
  expect(await readsOn(page)).toBe('0');
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return canvas.count();
    })
    .toBe(1);
  await expect(powder).toBeHidden();
  const picture = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  await page.clock.runFor(150);
  const inFlight = await picture();
  await page.clock.runFor(400);
  expect(await picture()).not.toBe(inFlight);
  await page.clock.runFor(1000);
  await expect(canvas).toHaveCount(0);
  await expect(powder).toBeVisible();
  await page.clock.runFor(5000);
  await expect(canvas).toHaveCount(0);
  expect(await readsOn(page)).toBe('1');
  expect(asked.filter((url) => url.includes('powder-c4'))).toHaveLength(1);
});

for (const [who, prepare] of [
  ['who wants less motion', (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' })],
  [
    'who saves data',
    (page: Page) =>
      page.addInitScript(() => {
        const value = { saveData: true, effectiveType: '4g' };
        Object.defineProperty(Navigator.prototype, 'connection', { value });
      }),
  ],
] as const) {
  test(`a visitor ${who} sees the settled powder, and nothing is computed for it`, async ({ page }) => {
    await prepare(page);
    await openAtRest(page);
    await page.clock.runFor(10_000);
    expect(await readsOn(page)).toBe('0');
    await expect(page.locator('#home canvas')).toHaveCount(0);
    await expect(page.locator('#home .powder')).toBeVisible();
  });
}

test('with two processors nothing is computed for it', async ({ page }) => {
  await openAtRest(page, 2);
  await page.clock.runFor(10_000);
  expect(await readsOn(page)).toBe('0');
  await expect(page.locator('#home canvas')).toHaveCount(0);
});

test('on a slow processor the powder stays settled', async ({ page }) => {
  await openAtRest(page);
  // Reading the pixels takes 100 ms here.
  await page.evaluate(() => {
    const { prototype } = CanvasRenderingContext2D;
    const read: (...area: [number, number, number, number]) => ImageData = Reflect.get(
      prototype,
      'getImageData',
    );
    prototype.getImageData = function slow(...area: [number, number, number, number]) {
      const now = performance.now();
      performance.now = () => now + 100;
      return read.apply(this, area);
    };
  });
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return readsOn(page);
    })
    .toBe('1');
  await page.clock.runFor(5000);
  await expect(page.locator('#home canvas')).toHaveCount(0);
  await expect(page.locator('#home .powder')).toBeVisible();
});
