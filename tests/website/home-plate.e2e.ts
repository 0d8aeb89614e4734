import type { Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { recordTones } from '../harness/instrument.ts';
import { expect, test } from '../harness/test.ts';

const { hero } = content.home;

/** Counts reads of pixels, the first step of the work on a struck plate. */
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

/** The page with its clock stopped, before any idle work. */
async function openAtRest(page: Page, processors = 4): Promise<void> {
  await countReads(page);
  await haveProcessors(page, processors);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/');
  await expect(page.locator('#home .powder')).toBeVisible();
}

test("keeps the hero's powder still until the page is idle; then it jumps once, settles, and stays still", async ({
  page,
}) => {
  const sent: string[] = [];
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const remembered = new Set<string>();
  network.on('Network.requestServedFromCache', ({ requestId }) => remembered.add(requestId));
  network.on('Network.responseReceived', ({ requestId, response }) => {
    const isCached = response.fromDiskCache === true || remembered.has(requestId);
    if (response.url.includes('powder-c4') && !isCached) sent.push(response.url);
  });
  await openAtRest(page);
  const [powder, canvas] = [page.locator('#home .powder'), page.locator('#home canvas')];
  expect(await readsOn(page)).toBe('0');
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return canvas.count();
    })
    .toBe(1);
  const reads = await readsOn(page);
  await expect(powder).toBeHidden();
  const picture = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  await page.clock.runFor(150);
  const inFlight = await picture();
  await page.clock.runFor(400);
  expect(await picture()).not.toBe(inFlight);
  await page.clock.runFor(1500);
  await expect(canvas).toHaveCount(0);
  await expect(powder).toBeVisible();
  await page.clock.runFor(5000);
  await expect(canvas).toHaveCount(0);
  expect(await readsOn(page)).toBe(reads);
  expect(sent, 'the picture comes once').toHaveLength(1);
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
  test(`shows the settled powder without computation to a visitor ${who}`, async ({ page }) => {
    await prepare(page);
    await openAtRest(page);
    await page.clock.runFor(10_000);
    expect(await readsOn(page)).toBe('0');
    await expect(page.locator('#home canvas')).toHaveCount(0);
    await expect(page.locator('#home .powder')).toBeVisible();
  });
}

test('computes nothing for it with two CPUs', async ({ page }) => {
  await openAtRest(page, 2);
  await page.clock.runFor(10_000);
  expect(await readsOn(page)).toBe('0');
  await expect(page.locator('#home canvas')).toHaveCount(0);
});

test('keeps the powder settled on a slow CPU', async ({ page }) => {
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

/** Presses the plate next to its middle, where there is no control. */
async function pressPlate(page: Page): Promise<void> {
  const plate = await page.locator('#home .powder').boundingBox();
  if (!plate) throw new Error('The plate is not shown');
  await page.mouse.move(plate.x + 0.4 * plate.width, plate.y + 0.35 * plate.height);
  await page.mouse.down();
}

/** Advances the page's clock until the powder flies, or has settled again. */
const expectFlying = (page: Page, isFlying: boolean) =>
  expect
    .poll(async () => {
      await page.clock.runFor(200);
      return page.locator('#home canvas').count();
    })
    .toBe(isFlying ? 1 : 0);

test('makes the powder leap and settle on a press, also with two CPUs, and keeps drawing possible', async ({
  page,
}) => {
  const tones = await recordTones(page);
  await openAtRest(page, 2);
  await page.clock.runFor(5000);
  expect(await readsOn(page)).toBe('0');
  await pressPlate(page);
  await expectFlying(page, true);
  await expect(page.locator('#home .powder')).toBeHidden();
  await expectFlying(page, false);
  await expect(page.locator('#home .powder')).toBeVisible();

  await test.step('drawing over it strikes it again, until the pointer is lifted', async () => {
    await page.mouse.move(1100, 300);
    await expectFlying(page, true);
    await expectFlying(page, false);
    await page.mouse.up();
    await page.mouse.move(1150, 320);
    await page.clock.runFor(500);
    await expect(page.locator('#home canvas')).toHaveCount(0);
  });

  await test.step('beside the plate and on a button nothing is struck', async () => {
    await page.mouse.click(200, 120);
    await page.locator('#home').getByRole('button', { name: hero.sound }).hover();
    await page.clock.runFor(500);
    await expect(page.locator('#home canvas')).toHaveCount(0);
  });
  expect(await tones(), 'silent until sound is switched on').toEqual([]);
});

test('selects no text when drawing over the plate, and still allows selecting text next to it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const marked = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 5 });
    await page.mouse.up();
    return page.evaluate(() => String(getSelection()));
  };
  expect(await marked([1150, 300], [1250, 380])).toBe('');
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  if (!title) throw new Error('There is no title');
  const y = title.y + 0.75 * title.height;
  expect(await marked([title.x + 2, y], [title.x + 250, y])).not.toBe('');
});

test("plays the plate's note once sound is on, and is silent once it is off", async ({ page }) => {
  const tones = await recordTones(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // A tone much later than its press is not played: no time passes while the audio starts.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/');
  await pressPlate(page);
  await page.mouse.up();
  expect(await tones()).toEqual([]);
  // The tone's code may load with that of the overlay, whose button is near.
  expect(asked.filter((url) => url.includes('strike-powder'))).toEqual([]);

  const sound = page.locator('#home').getByRole('button', { name: hero.sound });
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.focus();
  await page.keyboard.press('Enter');
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await tones()).map(({ hz }) => hz)).toEqual([261.63]);
  await pressPlate(page);
  await page.mouse.up();
  await expect.poll(async () => (await tones()).map(({ hz }) => hz)).toEqual([261.63, 261.63]);

  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await pressPlate(page);
  await page.mouse.up();
  await page.evaluate(() => 'answers');
  expect(await tones()).toHaveLength(2);
  // Reduced motion was requested.
  await expect(page.locator('#home canvas')).toHaveCount(0);
});
