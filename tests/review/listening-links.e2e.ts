import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';
import { fill } from '#src/platform/fill.ts';
import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/client.ts';

const { share, guest: words } = content.listening;
const { player } = content.project;
const place = `projects/${sampleIdOf('project', 214)}`;
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const signedOut = { cookies: [], origins: [] };
const password = 'low tide at seven';

// The whole file uses one studio: no other test signs its client in.
test.describe.configure({ mode: 'default' });
test.use({ studioName: 'listening' });

const pageWith = async (browser: Browser, options: BrowserContextOptions): Promise<Page> =>
  (await browser.newContext(options)).newPage();

/** Creates a link on the page of a recording; returns its URL. */
async function createLink(
  page: Page,
  name: string,
  fields: { readonly password?: string } = {},
): Promise<string> {
  await page.getByRole('link', { name: new RegExp(`^${share.open} `) }).click();
  const form = page.getByRole('form', { name: share.make.title });
  await form.getByLabel(share.make.name).fill(name);
  await form.getByLabel(share.make.password).fill(fields.password ?? '');
  await form.getByRole('button', { name: share.make.submit }).click();
  await expect(page.getByRole('status').filter({ hasText: share.made })).toBeVisible();
  return page.getByRole('textbox', { name: fill(share.address, { name }) }).inputValue();
}

/** Checks every width, and leaves the page at a phone's. */
async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await expectAccessibleEverywhere(page);
  await page.setViewportSize(phone.viewport);
}

/** The details that a preview can contain. */
const namesIn = async (page: Page) => [
  await page.title(),
  ...(await page
    .locator('meta[property^="og:"], meta[name="description"]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('content') ?? ''))),
];

test(
  'lets a guest on a phone enter the password and a name, listen and comment, until the link is revoked',
  { tag: '@default' },
  async ({ page, browser, team, studio, faults }) => {
    test.slow();
    faults.allow(/status of (404|422)/);
    const baseURL = studio.address;
    await page.goto(`/portal/${place}`);
    const address = await createLink(page, 'The jury', { password });
    await expectAccessibleEverywhere(page);
    await page.setViewportSize(phone.viewport);
    await page.getByRole('main').getByRole('link', { name: share.make.title }).click();
    await expect(page.getByRole('heading', { name: share.make.title })).toBeInViewport();
    await page.setViewportSize({ width: 1440, height: 900 });

    const guest = await pageWith(browser, { ...phone, baseURL, storageState: signedOut });
    const answer = await guest.goto(address);
    expect(answer?.headers()).toMatchObject({
      'x-robots-tag': expect.stringContaining('noindex'),
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(await answer?.text()).not.toMatch(/tidewater|vestergaard/i);
    await guest.getByLabel(words.locked.password, { exact: true }).fill('high tide');
    await guest.getByRole('button', { name: words.locked.button }).click();
    await expect(guest.getByText(words.errors.password).first()).toBeVisible();
    await expectAccessibleOnPhone(guest);
    await guest.getByLabel(words.locked.password, { exact: true }).fill(password);
    await guest.getByRole('button', { name: words.locked.button }).click();
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Tidewater, reel 3');
    await expect(guest.getByText(words.recorded.split('.')[0] ?? '')).toBeVisible();
    for (const name of await namesIn(guest)) expect(name).not.toMatch(/tidewater/i);
    await expectAccessibleOnPhone(guest);

    await guest.getByRole('button', { name: player.comment, exact: true }).click();
    await guest.getByRole('textbox', { name: words.name.label }).fill('Ines');
    await guest.locator('#comment-content').fill('The last strike could be longer.');
    await guest.getByRole('button', { name: player.form.add }).click();
    await expect(guest.getByText('The last strike could be longer.')).toBeVisible();
    await expectAccessibleOnPhone(guest);
    await guest.getByRole('button', { name: player.play, exact: true }).last().click();
    await expect
      .poll(() => guest.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime))
      .toBeGreaterThan(0.2);

    const desk = await pageWith(browser, { baseURL, storageState: await team.storageState() });
    for (const [side, shown] of [
      ['portal', page],
      ['desk', desk],
    ] as const) {
      await shown.goto(`/${side}/${place}`);
      await expect(shown.getByText(fill(player.guest, { name: 'Ines' }))).toBeVisible();
    }
    await desk.goto(`/portal/${place}/share`);
    const link = desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name: 'The jury' }) });
    await expect(link.getByRole('row').filter({ hasText: 'Ines' })).toContainText('Tidewater_R3_mix_v2.wav');
    await link.getByRole('button', { name: fill(share.revokeOf, { name: 'The jury' }) }).click();
    await expectAccessibleEverywhere(desk);
    await desk.getByRole('dialog').getByRole('button', { name: share.confirm.revoke }).click();
    await expect(guest.getByRole('heading', { name: words.ended.title })).toBeVisible();
    await expect(guest.locator('audio')).toHaveCount(0);
    await expectAccessibleOnPhone(guest);
  },
);

test('lets a guest listen, enter a name and comment without scripts', async ({ page, browser, studio }) => {
  await page.goto(`/portal/${place}`);
  const address = await createLink(page, 'No scripts');
  const guest = await pageWith(browser, {
    baseURL: studio.address,
    javaScriptEnabled: false,
    storageState: signedOut,
  });
  await guest.goto(address);
  const source = (await guest.locator('audio').getAttribute('src')) ?? '';
  expect((await guest.request.get(source)).status()).toBe(200);
  const add = guest.getByRole('button', { name: player.form.add });
  const [from, to, name] = [player.form.from, player.form.to, words.name.label].map((label) =>
    guest.getByRole('textbox', { name: label, exact: true }),
  ) as [Locator, Locator, Locator];
  const box = guest.locator('#comment-content');
  await from.fill('0:05.0');
  await to.fill('0:07.5');
  await box.fill('Heard without scripts.');
  await add.click();
  // No typed text is lost while something is missing.
  await expect(guest.getByText(words.errors.name).first()).toBeVisible();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  for (const [field, value] of [
    [from, '0:05.0'],
    [to, '0:07.5'],
    [box, 'Heard without scripts.'],
  ] as const)
    await expect(field).toHaveValue(value);
  await name.fill('Olu');
  await box.fill('');
  await add.click();
  await expect(guest.getByText(player.form.blank).first()).toBeVisible();
  await expect(name).toHaveValue('Olu');
  await box.fill('Heard without scripts.');
  await add.click();
  const comment = guest.getByRole('listitem').filter({ hasText: 'Heard without scripts.' });
  await expect(comment).toContainText(fill(player.guest, { name: 'Olu' }));
  await expect(comment).toContainText(fill(player.range, { from: '0:05.0', until: '0:07.5' }));
  await expect(guest.getByText(fill(words.as, { name: 'Olu' }))).toBeVisible();
});

test("asks for a guest's name with the first comment, on the same page at the same position", async ({
  page,
  browser,
  studio,
  faults,
}) => {
  faults.allow(/status of 422/);
  await page.goto(`/portal/${place}`);
  const address = await createLink(page, 'At a moment');
  const guest = await pageWith(browser, { baseURL: studio.address, storageState: signedOut });
  await guest.goto(address);
  await expect(guest.locator('[data-wired]')).toBeVisible();
  // Playback first.
  const notice = await guest.getByText(words.recorded.split('.')[0] ?? '').boundingBox();
  const { y = 0, height = 0 } = (await guest.locator('#player').boundingBox()) ?? {};
  expect(notice?.y).toBeGreaterThan(y + height);
  await guest.locator('audio').evaluate((audio: HTMLAudioElement) => {
    audio.preload = 'auto';
    audio.currentTime = 12;
    document.documentElement.dataset['same'] = '';
  });
  const from = guest.getByRole('textbox', { name: player.form.from, exact: true });
  const name = guest.getByRole('textbox', { name: words.name.label });
  await expect(from).toHaveValue('0:12.0');
  await guest.locator('#comment-content').fill('Exactly here.');
  await guest.getByRole('button', { name: player.form.add }).click();
  await expect(guest.getByRole('alert').filter({ hasText: words.errors.name })).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('Ines');
  await guest.getByRole('button', { name: player.form.add }).click();
  await expect(guest.getByRole('listitem').filter({ hasText: 'Exactly here.' })).toContainText('0:12.0');
  await expect(guest.getByText(fill(words.as, { name: 'Ines' }))).toBeVisible();
  await expect(name).toHaveCount(0);
  await expect(guest.locator('[data-same]')).toHaveCount(1);
  await guest.locator('#comment-content').fill('And here.');
  await guest.getByRole('button', { name: player.form.add }).click();
  await expect(guest.getByRole('listitem').filter({ hasText: 'And here.' })).toContainText(
    fill(player.guest, { name: 'Ines' }),
  );
});

test("keeps a guest's text while the link changes to another version, which is shown afterwards", async ({
  page,
  browser,
  studio,
}) => {
  await page.goto(`/portal/${place}`);
  const address = await createLink(page, 'While writing');
  const guest = await pageWith(browser, { baseURL: studio.address, storageState: signedOut });
  await guest.goto(address);
  const box = guest.locator('#comment-content');
  await box.fill('Begun.');
  const loaded: string[] = [];
  const { pathname } = new URL(address);
  await guest.route(
    (url) => url.pathname === pathname,
    async (route) => {
      const isRefresh = 'x-refresh' in route.request().headers();
      const response = await route.fetch();
      const body = (await response.text()).replace(/data-shows="[^"]*"/, 'data-shows="another"');
      loaded.push(isRefresh ? 'refresh' : 'reload');
      await route.fulfill({ response, body });
    },
  );
  await page.goto(`/portal/${place}`);
  for (const text of ['Once.', 'Twice.']) {
    const before = loaded.length;
    await page.locator('#comment-content').fill(text);
    await page.getByRole('button', { name: player.form.add }).click();
    await expect.poll(() => loaded.length).toBeGreaterThan(before);
  }
  expect(loaded).not.toContain('reload');
  await expect(box).toHaveValue('Begun.');
  await box.fill('');
  await expect.poll(() => loaded).toContain('reload');
});

test("lets search engines read that a link's page is not to be indexed, and lists none", async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  // A crawler that may not read a page does not learn that it is not to be indexed.
  expect(robots).not.toContain('/listen');
  expect(await (await request.get('/sitemap.xml')).text()).not.toContain('/listen');
  const ended = await request.get('/listen/made-up');
  expect(ended.status()).toBe(404);
  expect(ended.headers()['x-robots-tag']).toContain('noindex');
  expect(await ended.text()).toContain(words.ended.title);
});
