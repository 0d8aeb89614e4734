import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/test.ts';

const { forms, system } = content;
const words = system.article;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test(
  'an article says who wrote it, that the person is invented, when, how long it takes, and links its parts',
  { tag: '@default' },
  async ({ page }) => {
    await page.goto('/blog/room-tone-is-a-performance');
    const head = page.getByRole('article').first();
    await expect(head).toContainText('Tomas Reyl');
    await expect(head).toContainText(words.sampleAuthor);
    await expect(head.locator('time')).toHaveAttribute('datetime', '2026-10-14');
    await expect(head.getByText(new RegExp(`^${fill(words.minutes, { minutes: '\\d+' })}$`))).toBeVisible();

    const contents = page.getByRole('navigation', { name: words.contents });
    const part = contents.getByRole('link').last();
    const name = (await part.textContent()) ?? '';
    await part.click();
    await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport();
  },
);

test('after an article come its neighbours, from the newest to the oldest and back, and the session planner for who asks', async ({
  page,
}) => {
  await page.goto('/blog/two-seconds-tested');
  await page.getByRole('main').getByRole('link', { name: words.planner }).click();
  await expect(page.getByRole('dialog', { name: forms['lead-capture'].title })).toBeVisible();
  await page.keyboard.press('Escape');
  const notes = page.getByRole('navigation', { name: words.all });
  await notes.getByRole('link', { name: new RegExp(`^${words.previous}`) }).click();
  await expect(page).toHaveURL('/blog/room-tone-is-a-performance');
  await notes.getByRole('link', { name: new RegExp(`^${words.next}`) }).click();
  await expect(page).toHaveURL('/blog/two-seconds-tested');
  await notes.getByRole('link', { name: words.all }).click();
  await expect(page.getByRole('heading', { level: 1, name: system.feed.title })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(6);
});

test('on a phone a table becomes rows that name their columns', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/blog/minus-fourteen-is-not-a-target');
  const cell = page.getByRole('cell', { name: '−8 LUFS' });
  const label = await cell.evaluate((element) => getComputedStyle(element, '::before').content);
  expect(label).toContain('Integrated');
});

test('on paper an article is ink on white, without the frame', async ({ page }) => {
  await page.goto('/blog/cue-sheets-without-tears');
  await page.emulateMedia({ media: 'print' });
  const title = page.getByRole('heading', { level: 1 });
  const colour = await title.evaluate((heading) => getComputedStyle(heading).color);
  const lightness = Number(/^oklch\(([\d.]+) /.exec(colour)?.[1]);
  expect(lightness).toBeLessThan(0.3);
  await expect(page.getByRole('navigation', { name: words.contents })).toBeHidden();
  await expect(page.getByRole('link', { name: words.planner })).toBeHidden();
  await expect(page.getByText('A three-minute test').last()).toBeVisible();
});
