import { content } from '../harness/content.ts';
import { expect, test } from '../harness/test.ts';

const { hero } = content.home;
const sizes = [
  [320, 568],
  [360, 640],
  [375, 553],
  [390, 664],
  [768, 1024],
  [1024, 768],
  [1024, 900],
  [1280, 640],
  [1366, 768],
  [1440, 900],
] as const;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test("shows the studio's services and the first button before scrolling", async ({ page }) => {
  await page.goto('/');
  const home = page.locator('#home');
  const bar = page.getByRole('navigation', { name: content.system.mobileBar.name });
  const boxOf = (what: typeof home) =>
    what.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const header = await boxOf(page.getByRole('banner'));
    const fold = (await bar.isVisible()) ? (await boxOf(bar)).top : height;
    // On tablets and desktops all four links are visible.
    const ways = width < 560 ? [hero.start] : [hero.start, hero.chat, hero.edutech, hero.hub];
    const seen = [
      home.getByRole('heading', { level: 1 }),
      home.getByText(hero.text),
      ...ways.map((name) => home.getByText(name)),
    ];
    for (const element of seen) {
      const { top, bottom } = await boxOf(element);
      const place = `${await element.innerText()} at ${width} × ${height}`;
      expect.soft(top, place).toBeGreaterThanOrEqual(header.bottom);
      expect.soft(bottom, place).toBeLessThanOrEqual(fold - 8);
    }
  }
});

test("shows the next steps before scrolling on a phone's page that is missing or not permitted", async ({
  page,
  faults,
}) => {
  faults.allow(/status of 40[34]/);
  const { notFound, restricted } = content.system;
  const bar = page.getByRole('navigation', { name: content.system.mobileBar.name });
  for (const [path, button] of [
    ['/no-such-page', notFound.button],
    ['/portal', restricted.button],
  ] as const)
    for (const [width, height] of [
      [390, 664],
      [375, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      const next = await page.getByRole('main').getByRole('link', { name: button }).boundingBox();
      const fold = (await bar.boundingBox())?.y ?? height;
      expect.soft((next?.y ?? height) + (next?.height ?? 0), `${path} at ${width}`).toBeLessThanOrEqual(fold);
    }
});
