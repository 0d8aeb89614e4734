import { content } from './harness/content.ts';
import { startSeeded, type SeededServer } from './harness/seeded-server.ts';
import { expect, test as base } from './harness/test.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const test = base.extend<object, { server: SeededServer }>({
  server: [
    async ({}, use) => {
      const server = await startSeeded(
        { leads: 12, clients: 2, projects: 4, messages: 12 },
        { isCounting: false },
      );
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.address),
});

test('what waits for a client comes first on a phone, and stands beside the projects where there is room', async ({
  page,
  context,
  server,
}) => {
  await context.addCookies([
    { name: 'antinode_session', value: server.seeded.tokens.client, url: server.address },
  ]);
  await page.goto('/portal');
  const topOf = async (id: string) => (await page.locator(`#${id}`).boundingBox())?.y ?? 0;
  await page.setViewportSize(phone);
  expect(await topOf('waiting')).toBeLessThan(await topOf('projects'));
  expect(await topOf('projects')).toBeLessThan(await topOf('notifications'));
  await page.setViewportSize(wide);
  expect(await topOf('waiting')).toBe(await topOf('projects'));
});

test('the longest wait opens by itself where two panes have room, and stays new', async ({
  page,
  context,
  server,
}) => {
  await context.addCookies([
    { name: 'antinode_session', value: server.seeded.tokens.team, url: server.address },
  ]);
  await page.goto('/desk');
  const line = page.locator('#inbox-leads li').first();
  const link = line.getByRole('link');
  const name = await link.innerText();
  const state = await line.innerText();
  const opened = page.getByRole('article', { name });
  for (const width of [801, 1024, wide.width]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(opened.getByRole('heading', { name }), `${width} px`).toBeVisible();
    await expect(opened.getByRole('list').first()).toBeVisible();
  }
  await page.setViewportSize(phone);
  await expect(opened).toBeHidden();
  await page.setViewportSize(wide);
  await page.reload();
  expect(await line.innerText(), 'reading it there changes nothing').toBe(state);
  const href = await link.getAttribute('href');
  await opened.getByRole('link', { name: content.desk.lead.reply }).click();
  await expect(page).toHaveURL(`${href}#reply-text`);
});
