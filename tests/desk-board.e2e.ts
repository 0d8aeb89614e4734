import type { Page } from '@playwright/test';
import { expect, test } from './harness/desk.ts';

const columnOf = (page: Page, name: string) => page.getByRole('region', { name });
const board = (name: string) => `/desk/projects?q=${encodeURIComponent(name)}`;

test('a card is moved with the keyboard alone, keeps the focus, and the move is said and kept', async ({
  page,
  project,
}) => {
  await page.goto(board(project.name));
  const card = page.getByRole('listitem').filter({ hasText: project.name });
  await expect(columnOf(page, 'Backlog').getByRole('link', { name: project.name })).toBeVisible();
  const opener = card.locator('summary');
  await opener.focus();
  await page.keyboard.press('Enter');
  for (const name of ['In progress', 'Review']) {
    await page.keyboard.press('Tab');
    await expect(card.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(columnOf(page, 'Review').getByRole('link', { name: project.name })).toBeVisible();
  await expect(opener).toBeFocused();
  await expect(page.getByText(`${project.name} is now in Review.`)).toBeAttached();
  // From where it is now, it goes on.
  await page.keyboard.press('Enter');
  await card.getByRole('button', { name: 'Delivered' }).click();
  await expect(page.getByText(`${project.name} is now in Delivered.`)).toBeAttached();
  await page.reload();
  await expect(columnOf(page, 'Delivered').getByRole('link', { name: project.name })).toBeVisible();
});

test('a card is dragged from column to column', async ({ page, project }) => {
  await page.goto(board(project.name));
  const card = page.getByRole('listitem').filter({ hasText: project.name });
  await card.dragTo(columnOf(page, 'In progress'));
  await expect(page.getByText(`${project.name} is now in In progress.`)).toBeAttached();
  await expect(columnOf(page, 'In progress').getByRole('link', { name: project.name })).toBeVisible();
  await expect(columnOf(page, 'Backlog').getByText('Nothing here.')).toBeVisible();
  await page.reload();
  await expect(columnOf(page, 'In progress').getByRole('link', { name: project.name })).toBeVisible();
});

test('a move that cannot be sent puts the card back and says why', async ({ page, project, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  await page.goto(board(project.name));
  await page.route('**/desk/projects?do=move**', (route) => route.abort());
  const card = page.getByRole('listitem').filter({ hasText: project.name });
  await card.locator('summary').click();
  await card.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('alert').filter({ hasText: project.name })).toHaveText(
    `${project.name} is back in Backlog. The desk could not be reached. Please try again.`,
  );
  await expect(columnOf(page, 'Backlog').getByRole('link', { name: project.name })).toBeVisible();
});

test('a move that somebody else was faster with changes nothing, and shows where the project is', async ({
  page,
  project,
  act,
  faults,
}) => {
  faults.allow(/status of 409/);
  await page.goto(board(project.name));
  await act('/desk/projects?do=move', { projectId: project.id, status: 'delivered', version: '1' });
  const card = page.getByRole('listitem').filter({ hasText: project.name });
  await card.locator('summary').click();
  await card.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody else' })).toContainText(
    'It is in Delivered now',
  );
  await expect(columnOf(page, 'Delivered').getByRole('link', { name: project.name })).toBeVisible();
  // The board knows the newer version now; whether it was drawn again with the menu open does not matter.
  await card.locator('details').evaluate((menu: HTMLDetailsElement) => (menu.open = true));
  await card.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText(`${project.name} is now in Review.`)).toBeAttached();
});

test('the board is found by client, number and any part of a name', async ({ page, project }) => {
  await page.goto('/desk/projects');
  await page.getByLabel('Project, client or number').fill(project.name.toUpperCase());
  await page.getByLabel('Client', { exact: true }).selectOption({ label: 'Runa Vestergaard' });
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.locator('[data-card]')).toHaveCount(1);
  const code = await page
    .locator('[data-card]')
    .getByText(/^P-\d+$/)
    .textContent();
  await page.goto(`/desk/projects?q=${code ?? ''}`);
  await expect(page.getByRole('link', { name: project.name })).toBeVisible();
  await page.goto('/desk/projects?q=%25');
  await expect(page.getByText('No project fits.')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('cards are moved by their form, and a refused one says why', async ({
    page,
    project,
    act,
    faults,
  }) => {
    faults.allow(/status of 409/);
    await page.goto(board(project.name));
    const card = page.locator('[data-card]');
    await card.locator('summary').click();
    await card.getByRole('button', { name: 'Review' }).click();
    await expect(columnOf(page, 'Review').getByRole('link', { name: project.name })).toBeVisible();
    await act('/desk/projects?do=move', { projectId: project.id, status: 'delivered', version: '2' });
    await card.locator('summary').click();
    await card.getByRole('button', { name: 'Backlog' }).click();
    await expect(page.getByRole('alert')).toContainText('nothing was moved');
    await expect(columnOf(page, 'Delivered').getByRole('link', { name: project.name })).toBeVisible();
  });
});
