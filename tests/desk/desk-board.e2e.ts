import type { Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { expect, sampleClient, test } from '../harness/desk.ts';

const { board: words, statuses } = content['desk-projects'];
const { answers } = content.portal;
const { ask } = content.handover.delivered;
/** Answers the question before a delivery. */
const quietly = { sure: 'yes', email: 'no' };
type Status = keyof typeof statuses;

const columnOf = (page: Page, status: Status) => page.getByRole('region', { name: statuses[status] });
const movedTo = (project: string, status: Status) => fill(words.moved, { project, column: statuses[status] });
const boardOf = (name: string) => `/desk/projects?q=${encodeURIComponent(name)}`;

test(
  'moves a card with the keyboard alone, keeps the focus, announces the move and stores it',
  { tag: '@default' },
  async ({ page, project, faults }) => {
    faults.allow(/status of 409/);
    await page.goto(boardOf(project.name));
    const card = page.getByRole('listitem').filter({ hasText: project.name });
    await expect(columnOf(page, 'backlog').getByRole('link', { name: project.name })).toBeVisible();
    const opener = card.locator('summary');
    await opener.focus();
    await page.keyboard.press('Enter');
    for (const name of [statuses['in-progress'], statuses.review]) {
      await page.keyboard.press('Tab');
      await expect(card.getByRole('button', { name })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(columnOf(page, 'review').getByRole('link', { name: project.name })).toBeVisible();
    await expect(opener).toBeFocused();
    await expect(page.getByText(movedTo(project.name, 'review'))).toBeAttached();
    // It continues from its current place.
    await page.keyboard.press('Enter');
    await card.getByRole('button', { name: statuses.delivered }).click();
    // The page asks before the client is emailed.
    await page.getByRole('button', { name: ask.quietly }).click();
    await expect(columnOf(page, 'delivered').getByRole('link', { name: project.name })).toBeVisible();
  },
);

test('drags a card from column to column', async ({ page, project }) => {
  await page.goto(boardOf(project.name));
  const card = page.getByRole('listitem').filter({ hasText: project.name });
  await card.dragTo(columnOf(page, 'in-progress'));
  await expect(page.getByText(movedTo(project.name, 'in-progress'))).toBeAttached();
  await expect(columnOf(page, 'in-progress').getByRole('link', { name: project.name })).toBeVisible();
  await expect(columnOf(page, 'backlog').getByText(words.empty)).toBeVisible();
  await page.reload();
  await expect(columnOf(page, 'in-progress').getByRole('link', { name: project.name })).toBeVisible();
});

test('puts the card back after a move without a response, and reports that it may not have been stored', async ({
  page,
  project,
  faults,
}) => {
  faults.allow(/net::ERR_FAILED/);
  await page.goto(boardOf(project.name));
  await page.route('**/desk/projects?do=move**', (route) => route.abort());
  const card = page.getByRole('listitem').filter({ hasText: project.name });
  await card.locator('summary').click();
  await card.getByRole('button', { name: statuses.review }).click();
  await expect(page.getByRole('alert').filter({ hasText: words.unreachable })).toContainText(answers.none);
  await expect(columnOf(page, 'backlog').getByRole('link', { name: project.name })).toBeVisible();
});

test('reports a move whose response timed out at a proxy, and shows the current column of the project', async ({
  page,
  project,
  faults,
}) => {
  faults.allow(/status of 504/);
  await page.goto(boardOf(project.name));
  await page.route('**/desk/projects?do=move**', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway timeout</h1>' });
  });
  const card = page.getByRole('listitem').filter({ hasText: project.name });
  await card.locator('summary').click();
  await card.getByRole('button', { name: statuses.review }).click();
  const answered = fill(answers.status, { status: '504' });
  await expect(page.getByRole('alert').filter({ hasText: words.unreachable })).toContainText(answered);
  await expect(columnOf(page, 'review').getByRole('link', { name: project.name })).toBeVisible();
});

test('changes nothing on a move that another person was faster with, and shows the current column', async ({
  page,
  project,
  act,
  faults,
}) => {
  faults.allow(/status of 409|net::ERR_/);
  // A board that receives the event in time shows the move before anyone can be too late.
  await page.route('**/desk/events*', (route) => route.abort());
  await page.goto(boardOf(project.name));
  await act('/desk/projects?do=move', {
    projectId: project.id,
    status: 'delivered',
    version: '1',
    ...quietly,
  });
  const card = page.getByRole('listitem').filter({ hasText: project.name });
  await card.locator('summary').click();
  await card.getByRole('button', { name: statuses.review }).click();
  const stale = fill(words.stale, { column: statuses.delivered });
  await expect(page.getByRole('alert').filter({ hasText: stale })).toBeVisible();
  await expect(columnOf(page, 'delivered').getByRole('link', { name: project.name })).toBeVisible();
  // The board has the newer version now; it may have been redrawn with the menu open.
  await card.locator('details').evaluate((menu: HTMLDetailsElement) => (menu.open = true));
  await card.getByRole('button', { name: statuses.review }).click();
  await expect(page.getByText(movedTo(project.name, 'review'))).toBeAttached();
});

test('finds projects on the board by client, number and any part of a name', async ({ page, project }) => {
  await page.goto('/desk/projects');
  await page.getByLabel(words.search).fill(project.name.toUpperCase());
  await page.getByLabel(words.client, { exact: true }).selectOption({ label: sampleClient.name });
  await page.getByRole('button', { name: words.show }).click();
  await expect(page.locator('[data-card]')).toHaveCount(1);
  const code = await page
    .locator('[data-card]')
    .getByText(/^P-\d+$/)
    .textContent();
  await page.goto(`/desk/projects?q=${code ?? ''}`);
  await expect(page.getByRole('link', { name: project.name })).toBeVisible();
  await page.goto('/desk/projects?q=%25');
  await expect(page.getByText(words.none)).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('moves cards by their form, and explains a refused move', async ({ page, project, act, faults }) => {
    faults.allow(/status of 409/);
    await page.goto(boardOf(project.name));
    const card = page.locator('[data-card]');
    await card.locator('summary').click();
    await card.getByRole('button', { name: statuses.review }).click();
    await expect(columnOf(page, 'review').getByRole('link', { name: project.name })).toBeVisible();
    await act('/desk/projects?do=move', {
      projectId: project.id,
      status: 'delivered',
      version: '2',
      ...quietly,
    });
    await card.locator('summary').click();
    await card.getByRole('button', { name: statuses.backlog }).click();
    await expect(page.getByRole('alert')).toContainText(fill(words.stale, { column: statuses.delivered }));
    await expect(columnOf(page, 'delivered').getByRole('link', { name: project.name })).toBeVisible();
  });
});
