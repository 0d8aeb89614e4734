import type { Locator, Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { axeViolations } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { test, type ReviewStudio } from '../harness/review-studio.ts';
import { expect } from '../harness/test.ts';

const { player: words } = content.project;

const playerOf = (page: Page) => page.getByRole('region', { name: words.title });
const commentsIn = (root: Page | Locator) => root.locator('[data-comment-list] li');
const pinsIn = (page: Page) => playerOf(page).locator('[data-pin]:not([data-merged]) a');
const pathOf = ({ crowded: { projectId, file } }: ReviewStudio) =>
  `/portal/projects/${projectId}?file=${file.id}`;

async function open(page: Page, studio: ReviewStudio, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 800 ? 844 : 900 });
  await page.goto(pathOf(studio));
  await expect(page.locator('[data-wired]')).toBeVisible();
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not shown');
  return box;
}

for (const width of [1440, 390, 320]) {
  test(`pins among 300 comments are joined with their count, and lead to these comments, at ${width} px`, async ({
    page,
    studio,
  }) => {
    await open(page, studio, width);
    const discs = await playerOf(page)
      .locator('[data-pin]:not([data-merged]) [data-disc] circle:last-of-type')
      .evaluateAll((all) =>
        all.map((disc) => disc.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
      );
    expect(discs.length).toBeGreaterThan(4);
    for (const [index, { left }] of discs.entries())
      expect(left).toBeGreaterThan((discs[index - 1]?.right ?? -Infinity) - 3);
    const names = await pinsIn(page).evaluateAll((all) =>
      all.map((pin) => pin.getAttribute('aria-label') ?? ''),
    );
    const counts = names.map((name) => Number(/^\d+/.exec(name)?.[0]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300);
    // By keyboard, to the first of the group, which is shown.
    const before = counts.slice(0, 3).reduce((sum, count) => sum + count, 0);
    await pinsIn(page).nth(3).focus();
    await page.keyboard.press('Enter');
    const first = commentsIn(page).filter({ has: page.getByText(`Opinion ${before + 1}`, { exact: true }) });
    await expect(first).toBeVisible();
    await expect(first).toBeFocused();
    await expect(first).toBeInViewport();
    expect(await axeViolations(page)).toEqual([]);
  });
}

test('of 300 comments those around the playhead are shown and the rest when asked for, below the composer', async ({
  page,
  studio,
}) => {
  await open(page, studio, 1440);
  const small = playerOf(page).locator('[data-small]');
  await expect(small).toBeHidden();
  await expect(commentsIn(page).filter({ visible: true })).toHaveCount(10);
  const wave = await boxOf(playerOf(page).locator('[data-timeline]'));
  const composer = await boxOf(page.locator('#comment-content'));
  expect(composer.y - wave.y - wave.height).toBeLessThan(200);
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => void (audio.currentTime = 3.001));
  await expect(commentsIn(page).filter({ visible: true }).first()).toContainText('Opinion 150');
  await page.getByText(fill(words.later, { count: '141' })).click();
  await expect(commentsIn(page).filter({ visible: true })).toHaveCount(151);
  // The player stays while one reads.
  await commentsIn(page).filter({ hasText: 'Opinion 300' }).scrollIntoViewIfNeeded();
  await expect(small).toBeInViewport();
  await expect(small).toContainText('0:03.0');
  const { x, y, width, height } = await boxOf(small.locator('[data-small-wave]'));
  await page.mouse.click(x + width / 2, y + height / 2);
  await small.getByRole('button', { name: words.play, exact: true }).click();
  await expect(small.getByRole('button', { name: words.pause, exact: true })).toBeVisible();
});

test('on a phone the comments follow the waveform with their count, and the bar leads to the composer', async ({
  page,
  studio,
}) => {
  await open(page, studio, 390);
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => void (audio.currentTime = 3.001));
  const section = page.getByRole('group', { name: words.comments }).last();
  await expect(section.getByRole('heading')).toHaveText(`${words.comments} (300)`);
  await expect(commentsIn(section).filter({ visible: true }).first()).toContainText('Opinion 150');
  await commentsIn(section).filter({ hasText: 'Opinion 159' }).scrollIntoViewIfNeeded();
  const bar = page.locator('[data-bar]');
  await expect(bar.getByRole('button', { name: words.play, exact: true })).toBeInViewport({ ratio: 1 });
  await bar.getByRole('button', { name: words.comment, exact: true }).click();
  await expect(page.locator('#comment-content')).toBeFocused();
  await expect(page.locator('#comment-content')).toBeInViewport({ ratio: 1 });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('all of 300 comments are to be reached', async ({ page, studio }) => {
    await page.goto(pathOf(studio));
    await expect(commentsIn(page)).toHaveCount(300);
    await page.getByText(fill(words.later, { count: '290' })).click();
    await expect(commentsIn(page).filter({ visible: true })).toHaveCount(300);
    await page.goto(`${pathOf(studio)}&at=3001`);
    await expect(commentsIn(page).filter({ visible: true }).first()).toContainText('Opinion 150');
  });
});

for (const [name, viewport] of [
  ['a desk', { width: 1440, height: 1400 }],
  ['a phone', { width: 390, height: 1400 }],
] as const)
  test(`nothing moves at ${name} when the scripts come late`, async ({ page, studio }) => {
    await page.setViewportSize(viewport);
    const letGo = Promise.withResolvers<void>();
    await page.route(/\.js(\?|$)/, async (route) => {
      await letGo.promise;
      await route.continue();
    });
    await page.addInitScript(() => {
      type Shift = PerformanceEntry & {
        sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as Shift[])
          for (const { node, previousRect, currentRect } of sources)
            moved.push(`${node?.nodeName} ${node?.textContent} ${previousRect.y} to ${currentRect.y}`);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const { projectId, mixes } = studio;
    await page.goto(`/portal/projects/${projectId}?file=${mixes[0]?.id}`, { waitUntil: 'commit' });
    const play = page.locator('[data-play]').filter({ visible: true });
    const isPhone = viewport.width < 800;
    await expect(page.locator('[data-timeline]')).toBeVisible();
    // The place of what plays is seen, and no bar of the browser's.
    if (!isPhone) await expect(play).toBeDisabled();
    await expect(page.locator('audio')).toBeHidden();
    // The shift of a font that has just come is reported a frame later.
    await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    const movedOf = () => page.evaluate(() => (window as unknown as { moved: string[] }).moved.splice(0));
    await movedOf();
    letGo.resolve();
    await expect(play.first()).toBeEnabled();
    await expect(page.locator('[data-wired]')).toBeVisible();
    expect(await movedOf()).toEqual([]);
  });
