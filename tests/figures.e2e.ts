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

test("the hero's powder jumps once, settles, and then stands still", async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/');
  const canvas = page.locator('#home canvas');
  await expect(canvas).toHaveCount(1);
  const picture = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  await page.clock.runFor(300);
  const inFlight = await picture();
  await page.clock.runFor(1000);
  const settled = await picture();
  expect(settled).not.toBe(inFlight);
  await page.clock.runFor(5000);
  expect(await picture()).toBe(settled);
  expect(asked.filter((url) => url.includes('powder-c4'))).toHaveLength(1);
});

test('under reduced motion the powder never moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/');
  await expect(page.locator('#home .powder')).toBeVisible();
  // A canvas would be made as soon as the picture is decoded; with the clock at a stop it would stay.
  await page
    .locator('#home .powder > *')
    .first()
    .evaluate(async (powder) => {
      const picture = new Image();
      picture.src = getComputedStyle(powder).maskImage.slice(5, -2);
      await picture.decode();
    });
  await expect(page.locator('#home canvas')).toHaveCount(0);
});
