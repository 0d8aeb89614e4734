import { content } from '../harness/content.ts';
import { test } from '../harness/seeded-workspace.ts';
import { expect } from '../harness/test.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

// One studio serves the whole file.
test.describe.configure({ mode: 'default' });

test("shows a client's pending items first on a phone, and next to the projects in a wide window", async ({
  page,
  context,
  server,
}) => {
  await context.addCookies([
    { name: 'antinode_session', value: server.seeded.tokens.client, url: server.address },
  ]);
  await page.goto('/portal');
  await page.evaluate(() => document.fonts.ready);
  /** All read at the same moment. */
  const tops = () =>
    page.evaluate(() =>
      ['waiting', 'projects', 'notifications'].map(
        (id) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN,
      ),
    );
  await page.setViewportSize(phone);
  const below = await tops();
  expect(below).toEqual(below.toSorted((a, b) => a - b));
  expect(new Set(below).size, 'none beside another').toBe(3);
  await page.setViewportSize(wide);
  const [waiting, projects] = await tops();
  expect(waiting).toBe(projects);
});

test('opens the longest wait by itself in two panes, and keeps it new', async ({ page, context, server }) => {
  await context.addCookies([
    { name: 'antinode_session', value: server.seeded.tokens.team, url: server.address },
  ]);
  await page.goto('/desk/leads');
  const line = page.locator('#inbox-leads li').first();
  const link = line.getByRole('link');
  const name = await link.innerText();
  /** The text there, without the waiting times. */
  const stateOf = async () => (await line.innerText()).replaceAll(/\d+ h \d\d m/g, '');
  const state = await stateOf();
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
  expect(await stateOf(), 'reading it there changes nothing').toBe(state);
  const href = await link.getAttribute('href');
  await opened.getByRole('link', { name: content.desk.lead.reply }).click();
  await expect(page).toHaveURL(`${href}#reply-text`);
});
