import { content } from '../harness/content.ts';
import { signIn } from '../harness/leads.ts';
import { test } from '../harness/studio.ts';
import { expect } from '../harness/test.ts';

const { desk, today } = content;

test('opens the desk at Today, and keeps the filters of earlier links to the inbox', async ({
  page,
  team,
}) => {
  await signIn(page, team);
  await page.goto('/desk');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(today.title);
  await page.getByRole('region', { name: today.kinds.lead }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/desk\/leads\/[\da-f-]{36}$/);
  await page.getByRole('link', { name: desk.header.leads, exact: true }).click();
  await expect(page).toHaveURL('/desk/leads');
  await page.goto('/desk?state=due&q=caf%C3%A9+%26');
  await expect(page).toHaveURL('/desk/leads?state=due&q=caf%C3%A9+%26');
});
