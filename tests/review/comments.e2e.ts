import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';
import { fill } from '#src/platform/fill.ts';
import { content, entryWith } from '../harness/content.ts';
import { expect, test } from '../harness/client.ts';

const { player: words } = content.project;
const { form } = words;
const ada = entryWith(content.sample.team, 'key', 'ada').name;
const place = `projects/${sampleIdOf('project', 214)}?file=${sampleIdOf('file', 'mix-v2')}`;

type Cookies = BrowserContextOptions['storageState'];

const playerOf = (page: Page) => page.getByRole('region', { name: words.title });
const boxOf = (page: Page) => page.locator('#comment-content');
const timeField = (page: Page, name: string) => playerOf(page).getByRole('textbox', { name, exact: true });
const itemWith = (page: Page, hasText: string) =>
  playerOf(page).getByRole('listitem').filter({ hasText }).first();
const secondsOf = (page: Page) =>
  page.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime);

async function pageOf(
  browser: Browser,
  storageState: Cookies,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ ...(storageState ? { storageState } : {}), ...options });
  return context.newPage();
}

// The whole file uses one studio: no other test signs its client in.
test.describe.configure({ mode: 'default' });
test.use({ studioName: 'comments' });

async function dragOverWave(page: Page, from: number, until: number): Promise<void> {
  const box = await playerOf(page).getByRole('slider', { name: words.position }).boundingBox();
  if (!box) throw new Error('There is no timeline');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * ((from + until) / 2), y);
  await page.mouse.move(box.x + box.width * until, y);
  await page.mouse.up();
}

test('draws a range and comments on it; a reply and an edit arrive while both sides watch', async ({
  browser,
  team,
  clientState,
  studio,
}) => {
  const baseURL = studio.address;
  const client = await pageOf(browser, clientState, { baseURL });
  const desk = await pageOf(browser, await team.storageState(), { baseURL });
  await client.goto(`/portal/${place}`);
  await desk.goto(`/desk/${place}`);
  await dragOverWave(client, 0.25, 0.5);
  const [from, to] = [form.from, form.to].map((name) =>
    playerOf(client).getByRole('textbox', { name, exact: true }),
  );
  await expect(from as NonNullable<typeof from>).toHaveValue(/^0:0[56]\.\d$/);
  await expect(to as NonNullable<typeof to>).toHaveValue(/^0:1[12]\.\d$/);
  await expect(client.locator('[data-selection]')).not.toHaveAttribute('width', '0%');
  await boxOf(client).pressSequentially(`Softer here, @${ada.slice(0, 2)}`);
  await expect(client.getByRole('button', { name: `@${ada}` })).toBeVisible();
  await boxOf(client).press('Enter');
  await expect(boxOf(client)).toHaveValue(`Softer here, @${ada} `);
  await playerOf(client).getByRole('button', { name: form.add }).click();
  await expect(itemWith(client, 'Softer here')).toContainText(/0:0[56]\.\d–0:1[12]\.\d/);
  await expect(itemWith(client, 'Softer here').locator('strong')).toHaveText(`@${ada}`);
  await expect(timeField(client, form.to)).toHaveValue('');

  await expect(itemWith(desk, 'Softer here')).toBeVisible();
  await itemWith(desk, 'Softer here').getByRole('button', { name: words.reply, exact: true }).click();
  await boxOf(desk).fill('By 3 dB?');
  await playerOf(desk).getByRole('button', { name: form.reply }).click();
  await expect(itemWith(client, 'Softer here').getByRole('listitem')).toContainText('By 3 dB?');

  await itemWith(client, 'Softer here').getByRole('link', { name: words.edit }).click();
  await expect(boxOf(client)).toHaveValue(`Softer here, @${ada} `);
  await boxOf(client).fill('Softer here, please.');
  await playerOf(client).getByRole('button', { name: form.save }).click();
  await expect(itemWith(desk, 'please.')).toContainText(words.edited);
  await expect(itemWith(client, 'please.')).toContainText(words.edited);

  // A page with an older text replaces nothing unseen.
  await itemWith(client, 'please.').getByRole('link', { name: words.edit }).first().click();
  await client.locator('[name=version]').evaluate((field) => ((field as HTMLInputElement).value = '1'));
  await boxOf(client).fill('Typed in another tab.');
  await playerOf(client).getByRole('button', { name: form.save }).click();
  await expect(playerOf(client).getByRole('alert').filter({ hasText: form.stale })).toBeVisible();
  await expect(boxOf(client)).toHaveValue('Typed in another tab.');
  await playerOf(client).getByRole('button', { name: form.save }).click();
  await expect(itemWith(desk, 'Typed in another tab.')).toBeVisible();
  await client.context().close();
  await desk.context().close();
});

test('moves, marks a range and starts a comment by single keys, unless a person types or turns them off', async ({
  browser,
  clientState,
  studio,
}) => {
  const page = await pageOf(browser, clientState, { baseURL: studio.address });
  await page.goto(`/portal/${place}`);
  await expect(page.locator('[data-wired]')).toBeVisible();
  await page.keyboard.press('k');
  expect(await secondsOf(page)).toBe(5);
  await page.keyboard.press('i');
  await page.keyboard.press('k');
  await page.keyboard.press('o');
  await expect(timeField(page, form.from)).toHaveValue('0:05.0');
  await expect(timeField(page, form.to)).toHaveValue('0:10.0');
  await page.keyboard.press('Escape');
  await expect(timeField(page, form.to)).toHaveValue('');
  await page.keyboard.press('j');
  expect(await secondsOf(page)).toBe(5);
  await page.keyboard.press('c');
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.type('jkx ?');
  await expect(boxOf(page)).toHaveValue('jkx ?');
  expect(await secondsOf(page)).toBe(5);
  await boxOf(page).fill('');
  await boxOf(page).blur();
  await page.keyboard.press('Control+k');
  expect(await secondsOf(page)).toBe(5);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: words.keys.title });
  await list.getByRole('checkbox', { name: words.keys.on }).uncheck();
  await list.getByRole('button', { name: words.keys.close }).click();
  await page.keyboard.press('k');
  expect(await secondsOf(page)).toBe(5);
  await page.context().close();
});

test('keeps a typed time while the recording plays', async ({ browser, clientState, studio }) => {
  const page = await pageOf(browser, clientState, { baseURL: studio.address });
  await page.goto(`/portal/${place}`);
  const [from, to] = [timeField(page, form.from), timeField(page, form.to)];
  const hasPlayed = async () => {
    const atS = await secondsOf(page);
    await expect.poll(() => secondsOf(page)).toBeGreaterThan(atS + 0.4);
  };
  await playerOf(page).getByRole('button', { name: words.play, exact: true }).click();
  await hasPlayed();
  // Until then it follows the playback; focused, it is selected, so that typing replaces it.
  await expect(from).not.toHaveValue('0:00.0');
  await from.click();
  const held = await from.inputValue();
  await hasPlayed();
  await expect(from).toHaveValue(held);
  await from.pressSequentially('0:05', { delay: 60 });
  await to.click();
  await to.pressSequentially('0:06.5', { delay: 60 });
  await hasPlayed();
  await expect(from).toHaveValue('0:05');
  await expect(to).toHaveValue('0:06.5');
  await boxOf(page).click();
  await hasPlayed();
  await expect(from).toHaveValue('0:05');
  await boxOf(page).fill('Typed while it played.');
  await playerOf(page).getByRole('button', { name: form.add }).click();
  const range = fill(words.range, { from: '0:05.0', until: '0:06.5' });
  await expect(itemWith(page, 'Typed while it played.')).toContainText(range);
  // An unchanged time follows again, and so does an empty one.
  await from.click();
  await boxOf(page).click();
  await from.click();
  await from.fill('');
  await boxOf(page).click();
  await hasPlayed();
  await expect.poll(() => from.inputValue()).not.toBe('');
  const before = await from.inputValue();
  await expect.poll(() => from.inputValue()).not.toBe(before);
  await page.context().close();
});

test('accepts a typed range without scripts, and has separate pages for replies and edits', async ({
  browser,
  clientState,
  studio,
}) => {
  const page = await pageOf(browser, clientState, { baseURL: studio.address, javaScriptEnabled: false });
  await page.goto(`/portal/${place}`);
  await page.getByLabel(form.from, { exact: true }).fill('0:03');
  await page.getByLabel(form.to, { exact: true }).fill('0:04,5');
  await boxOf(page).fill('Typed <i>without</i> a script.');
  await page.getByRole('button', { name: form.add }).click();
  const range = fill(words.range, { from: '0:03.0', until: '0:04.5' });
  await expect(itemWith(page, 'Typed <i>without</i>')).toContainText(range);
  await itemWith(page, 'Typed <i>without</i>')
    .getByRole('button', { name: words.reply, exact: true })
    .click();
  await boxOf(page).fill('An answer to it.');
  await page.getByRole('button', { name: form.reply }).click();
  const reply = itemWith(page, 'Typed <i>without</i>').getByRole('listitem');
  await expect(reply).toContainText('An answer to it.');
  await reply.getByRole('link', { name: words.edit }).click();
  await expect(boxOf(page)).toHaveValue('An answer to it.');
  await boxOf(page).fill('A better answer.');
  await page.getByRole('button', { name: form.save }).click();
  await expect(reply).toContainText('A better answer.');
  await expect(reply).toContainText(words.edited);
  await page.context().close();
});
