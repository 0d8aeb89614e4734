import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';
import { fill } from '#src/platform/fill.ts';
import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/client.ts';
import { uploadSound } from '../harness/upload-sound.ts';
import { waveOf } from '../harness/wave.ts';

const { share, guest: words } = content.listening;
const { titles } = share.make;
const { player } = content.project;
const projectId = sampleIdOf('project', 214);
const phone = { width: 390, height: 844 };
const signedOut = { cookies: [], origins: [] };

// The whole file uses one studio: no other test signs its client in.
test.describe.configure({ mode: 'default' });
test.use({ studioName: 'playlists' });

const pageWith = async (browser: Browser, options: BrowserContextOptions): Promise<Page> =>
  (await browser.newContext(options)).newPage();

/** The titles on a guest's page, in order. */
const titlesOn = (page: Page) => page.locator('#covered ol bdi').allInnerTexts();

const sharePathOf = (fileIds: readonly string[]) =>
  `/portal/projects/${projectId}/share?${fileIds.map((id) => `file=${id}`).join('&')}`;

/** Creates a link with the form on the page; returns its address. */
async function create(page: Page, name: string): Promise<string> {
  const form = page.getByRole('form', { name: share.make.title });
  await form.getByLabel(share.make.name).fill(name);
  await form.getByRole('button', { name: share.make.submit }).click();
  await expect(page.getByRole('status').filter({ hasText: share.made })).toBeVisible();
  return page.getByRole('textbox', { name: fill(share.address, { name }) }).inputValue();
}

test(
  'sends three titles to a label, changes them afterwards, and shows the guest only their own comments',
  { tag: '@default' },
  async ({ browser, team, page: client, studio, faults }) => {
    test.slow();
    faults.allow(/status of (404|422)/);
    const baseURL = studio.address;
    const ids: string[] = [];
    for (const name of ['Dusk.wav', 'Low tide.wav', 'Gulls.wav'])
      ids.push(await uploadSound(team, { projectId, name, bytes: waveOf(20) }));
    await client.goto(`/portal/projects/${projectId}?file=${ids[0]}`);
    await client.locator('#comment-content').fill('Between the studio and us.');
    await client.getByRole('button', { name: player.form.add }).click();
    await expect(client.getByText('Between the studio and us.')).toBeVisible();

    const desk = await pageWith(browser, { baseURL, storageState: await team.storageState() });
    await desk.goto(sharePathOf(ids));
    await desk.getByLabel(share.make.guestTitle).fill('Harbour EP');
    await desk.getByLabel(fill(titles.titleOf, { name: 'Gulls' })).fill('The gulls');
    const address = await create(desk, 'Label');
    await expectAccessibleEverywhere(desk);

    await desk.getByRole('link', { name: fill(share.send.openOf, { name: 'Label' }) }).click();
    await desk.getByLabel(share.send.addresses).fill('label@records.example, not an address');
    await desk.getByRole('button', { name: share.send.submit }).click();
    await expect(desk.locator('[data-error-for=addresses]')).toBeVisible();
    await desk.getByLabel(share.send.addresses).fill('label@records.example');
    await desk.getByLabel(share.send.message).fill('Three mixes for you.');
    await desk.getByRole('button', { name: share.send.submit }).click();
    await desk.getByRole('dialog').getByRole('button', { name: share.send.ask.yes }).click();
    await expect(desk.getByRole('status').filter({ hasText: share.said.sent })).toBeVisible();
    await expect(desk.getByText('label@records.example').last()).toBeVisible();
    await expect.poll(async () => (await team.get('/dev/mailbox')).text()).toContain('label@records.example');
    await expectAccessibleEverywhere(desk);

    const guest = await pageWith(browser, { baseURL, storageState: signedOut });
    await guest.goto(address);
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Harbour EP');
    expect(await titlesOn(guest)).toEqual(['Dusk', 'Low tide', 'The gulls']);
    await expect(guest.getByText('Between the studio and us.')).toHaveCount(0);
    await guest.getByRole('textbox', { name: words.name.label }).fill('Ines');
    await guest.locator('#comment-content').fill('Ours, at the label.');
    await guest.getByRole('button', { name: player.form.add }).click();
    await expect(guest.getByText('Ours, at the label.')).toBeVisible();
    await expectAccessibleEverywhere(guest);
    await guest.setViewportSize(phone);
    await guest.getByRole('button', { name: player.play, exact: true }).last().click();
    await expect
      .poll(() => guest.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime))
      .toBeGreaterThan(0.2);
    // What was played is followed from here on.
    const reported = guest.waitForRequest(/\/heard$/);
    await expect
      .poll(() => guest.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime))
      .toBeGreaterThan(3);
    await guest.getByRole('button', { name: player.pause, exact: true }).last().click();
    await reported;

    await desk.goto(`/portal/projects/${projectId}/share`);
    await desk.getByRole('link', { name: fill(share.edit.openOf, { name: 'Label' }) }).click();
    await desk.getByLabel(share.make.password).fill('low tide at seven');
    await desk.getByLabel(fill(titles.titleOf, { name: 'Dusk' })).fill('At dusk');
    await desk.getByRole('button', { name: fill(titles.up, { name: 'Gulls' }) }).click();
    await desk.getByRole('button', { name: fill(titles.up, { name: 'Gulls' }) }).press('Enter');
    await desk.getByRole('button', { name: share.edit.save }).click();
    await expect(desk.getByRole('status').filter({ hasText: share.said.changed })).toBeVisible();

    // Open pages ask for the new password at once, and their guest stays who they are.
    await expect(guest.getByRole('heading', { name: words.locked.title })).toBeVisible();
    await guest.getByLabel(words.locked.password, { exact: true }).fill('low tide at seven');
    await guest.getByRole('button', { name: words.locked.button }).click();
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Harbour EP');
    expect(await titlesOn(guest)).toEqual(['The gulls', 'At dusk', 'Low tide']);
    await guest.getByRole('link', { name: 'At dusk' }).click();
    await expect(guest.getByText('Ours, at the label.')).toHaveCount(1);
    await expect(guest.getByText('Between the studio and us.')).toHaveCount(0);

    await desk.goto(`/portal/projects/${projectId}/share`);
    const link = desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name: 'Label' }) });
    await expect(
      link.getByRole('row').filter({ hasText: 'Ines' }).filter({ hasText: 'At dusk' }),
    ).toContainText('stopped at');
  },
);

test('makes, opens and changes a playlist without scripts', async ({ browser, team, studio }) => {
  const ids: string[] = [];
  for (const name of ['Salt.wav', 'Nets.wav']) ids.push(await uploadSound(team, { projectId, name }));
  const options = { baseURL: studio.address, javaScriptEnabled: false };
  const desk = await pageWith(browser, { ...options, storageState: await team.storageState() });
  await desk.goto(sharePathOf(ids));
  const address = await create(desk, `Without scripts ${randomUUID().slice(0, 4)}`);
  const guest = await pageWith(browser, { ...options, storageState: signedOut });
  await guest.goto(address);
  expect(await titlesOn(guest)).toEqual(['Salt', 'Nets']);
  await guest.getByRole('link', { name: fill(words.next, { title: 'Nets' }) }).click();
  const source = (await guest.locator('audio').getAttribute('src')) ?? '';
  expect(source).toContain(ids[1]);
  expect((await guest.request.get(source)).status()).toBe(200);

  await desk.getByRole('link', { name: /^Edit Without scripts/ }).click();
  await desk.getByLabel(fill(titles.positionOf, { name: 'Salt' })).fill('3');
  await desk.getByLabel(share.make.asksName).check();
  await desk.getByRole('button', { name: share.edit.save }).click();
  await guest.goto(address);
  await guest.getByRole('textbox', { name: words.name.label }).fill('Olu');
  await guest.getByRole('button', { name: words.locked.button }).click();
  expect(await titlesOn(guest)).toEqual(['Nets', 'Salt']);
});
