import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { content } from './harness/content.ts';
import { expect, test } from './harness/desk.ts';
import { openLead, sendContact } from './harness/leads.ts';

const { desk, 'desk-projects': projectWords } = content;

/** Opens a page of the desk, waits until it follows what happens, and marks the document so that a reload would show. */
async function follow(page: Page, open: () => Promise<unknown>): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/desk/events'));
  await open();
  expect((await stream).status()).toBe(200);
  await page.evaluate(() => (document.documentElement.dataset['kept'] = 'yes'));
}

const isSameDocument = (page: Page) => page.evaluate(() => 'kept' in document.documentElement.dataset);

/** Does something in a project from another browser of the team. */
async function actElsewhere(team: APIRequestContext, projectId: string, action: string, form: object) {
  const answer = await team.post(`/desk/projects/${projectId}?do=${action}`, {
    form: { projectId, ...form },
    headers: { accept: 'application/json' },
  });
  expect(answer.status()).toBe(200);
}

test('a form that arrives appears in the open inbox, and beside a reply that somebody types', async ({
  page,
  team,
  freshEmail,
}) => {
  const name = `Osric ${randomUUID()}`;
  await follow(page, () => page.goto('/desk'));
  await sendContact(team, { name, email: freshEmail });
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);

  await follow(page, () => openLead(page, freshEmail, name));
  const reply = page.getByLabel(desk.lead.replyLabel);
  await reply.fill('Half a sentence');
  await reply.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 6));
  await sendContact(team, { name, email: freshEmail, message: 'One thing more.' });
  await expect(page.locator('#lead-conversation').getByText('One thing more.')).toBeVisible();
  await expect(reply).toHaveValue('Half a sentence');
  await expect(reply).toBeFocused();
  const selected = await reply.evaluate(({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [
    selectionStart,
    selectionEnd,
  ]);
  expect(selected).toEqual([5, 6]);
  expect(await isSameDocument(page)).toBe(true);
});

test('what somebody else does appears on the open page of a project and on the board', async ({
  page,
  team,
  project,
}) => {
  await follow(page, () => page.goto(`/desk/projects/${project.id}`));
  const name = page.getByLabel(projectWords.details.name);
  await name.fill('Half a name');
  const messageId = randomUUID();
  await actElsewhere(team, project.id, 'send-message', { messageId, content: 'The gulls are down.' });
  await expect(page.locator('#thread').getByText('The gulls are down.')).toBeVisible();
  await actElsewhere(team, project.id, 'add-milestone', { title: 'Rough mix', description: '', dueOn: '' });
  await expect(page.locator('#project-milestones').getByText('Rough mix')).toBeVisible();
  await expect(name).toHaveValue('Half a name');
  expect(await isSameDocument(page)).toBe(true);

  await follow(page, () => page.goto(`/desk/projects?q=${encodeURIComponent(project.name)}`));
  const card = page.locator(`#card-${project.id}`);
  const version = await card.locator('[name=version]').getAttribute('value');
  const moved = await team.post('/desk/projects?do=move', {
    form: { projectId: project.id, version: version ?? '', status: 'review' },
    headers: { accept: 'application/json' },
  });
  expect(moved.status()).toBe(200);
  await expect(page.locator('[data-column=review]').locator(`#card-${project.id}`)).toBeVisible();
  await expect(card).toHaveAttribute('draggable', 'true');
  expect(await isSameDocument(page)).toBe(true);
});
