import { expect, test } from './harness/test.ts';

test('an article says who wrote it, that the person is invented, when, and how long it takes', async ({
  page,
}) => {
  await page.goto('/blog/room-tone-is-a-performance');
  const head = page.getByRole('article').first();
  await expect(head).toContainText('Tomas Reyl');
  await expect(head).toContainText('Sample author');
  await expect(head.locator('time')).toHaveAttribute('datetime', '2026-10-14');
  await expect(head.getByText(/^\d+ min$/)).toBeVisible();
});

test('the parts of an article are linked from its margin', async ({ page }) => {
  await page.goto('/blog/room-tone-is-a-performance');
  const contents = page.getByRole('navigation', { name: 'In this note' });
  const part = contents.getByRole('link').last();
  const name = (await part.textContent()) ?? '';
  await part.click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport();
});

test('after an article come its neighbours, from the newest to the oldest and back', async ({ page }) => {
  await page.goto('/blog/two-seconds-tested');
  const notes = page.getByRole('navigation', { name: 'All notes' });
  await notes.getByRole('link', { name: /^Previous note/ }).click();
  await expect(page).toHaveURL('/blog/room-tone-is-a-performance');
  await notes.getByRole('link', { name: /^Next note/ }).click();
  await expect(page).toHaveURL('/blog/two-seconds-tested');
  await notes.getByRole('link', { name: 'All notes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Knowledge Hub' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(6);
});

test('the end of an article offers the session planner to whoever asks for it', async ({ page }) => {
  await page.goto('/blog/two-seconds-tested');
  await page.getByRole('main').getByRole('link', { name: 'Get the session planner' }).click();
  await expect(page.getByRole('dialog', { name: /Plan the session/ })).toBeVisible();
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
  await expect(page.getByRole('navigation', { name: 'In this note' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Get the session planner' })).toBeHidden();
  await expect(page.getByText('A test of three minutes').last()).toBeVisible();
});
