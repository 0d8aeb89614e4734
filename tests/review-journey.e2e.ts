import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Browser, BrowserContextOptions, Page } from '@playwright/test';
import { parseMidi } from 'midi-file';
import { musicOf, rateHz } from '#src/features/recordings/alignment/music.fixture.ts';
import { waveFileOf } from '#src/features/recordings/files/wave-file.fixture.ts';
import { readWave } from '#src/features/recordings/markers/wave-cues.fixture.ts';
import { encode } from '#src/features/recordings/sound/encoded-sound.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { expectAccessibleEverywhere } from './harness/accessibility.ts';
import { content } from './harness/content.ts';
import { expect, sampleClient, test as base, type OwnProject } from './harness/desk.ts';
import { postOfPrintedLink } from './harness/printed-link.ts';
import { upload } from './harness/record-voices.ts';
import { nobody } from './harness/studio.ts';
import { uploadSound } from './harness/upload-sound.ts';

// A recording from its first version to its delivery, as a client and the team go through it together.

const { files, versions } = content['desk-projects'];
const { player, files: portalFiles, approval, versions: words } = content.project;
const { lookUp, rows, sheet, markers } = content.sound;
const { compare } = content;

/** The sample client, who used the printed link. */
const test = base.extend<object, { client: APIRequestContext }>({
  client: [
    async ({ studio, playwright }, use) => {
      const client = await playwright.request.newContext({ baseURL: studio.address, storageState: nobody });
      await client.post(postOfPrintedLink(studio.clientLink), { maxRedirects: 0 });
      await use(client);
      await client.dispose();
    },
    { scope: 'worker' },
  ],
});

async function pageOf(
  browser: Browser,
  person: APIRequestContext,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ storageState: await person.storageState(), ...options });
  return context.newPage();
}

/** The music, so many samples later. */
const versionOf = (music: ArrayLike<number>, late: number) =>
  waveFileOf({
    rateHz,
    frames: music.length + late,
    sample: (frame) => 0.1 * (music[frame - late] ?? 0),
  });

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const versionLinks = (page: Page) =>
  page.getByRole('navigation', { name: player.version }).getByRole('button');
const shown = (page: Page, id: string) => page.locator(`[data-player="${id}"]`);
const commentWith = (page: Page, hasText: string) => page.getByRole('listitem').filter({ hasText }).first();

async function comment(page: Page, text: string, from: string, to = ''): Promise<void> {
  await page.getByRole('textbox', { name: player.form.from, exact: true }).fill(from);
  await page.getByRole('textbox', { name: player.form.to, exact: true }).fill(to);
  await page.locator('#comment-content').fill(text);
  await page.getByRole('button', { name: player.form.add }).click();
  await expect(commentWith(page, text)).toBeVisible();
}

/** Uploads another version of what is there, which its name proposes, and agrees to that. */
async function addVersion(desk: Page, { path }: OwnProject, name: string, bytes: Buffer): Promise<string> {
  const id = await upload(desk, path, name, bytes);
  const proposals = desk.getByRole('form', { name: versions.proposals.title });
  await expect(proposals).toContainText(versions.proposals.text);
  await proposals.getByRole('button', { name: versions.proposals.save }).click();
  await expect(proposals).toHaveCount(0);
  return id;
}

async function approve(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: fill(portalFiles.approveFile, { file: name }) }).click();
  const dialog = page.getByRole('dialog', { name: approval.title });
  await expect(dialog).toContainText(approval.withSheet);
  await dialog.getByRole('button', { name: approval.approve, exact: true }).click();
}

declare global {
  var switches: { isPlaying: boolean; laterS: number }[];
}

/** Keeps, for each player that is paused while another sounds, how much later that one is. */
function recordSwitches(): void {
  globalThis.switches = [];
  const { play, pause } = HTMLMediaElement.prototype as unknown as {
    readonly play: (this: HTMLMediaElement) => Promise<void>;
    readonly pause: (this: HTMLMediaElement) => void;
  };
  const played: HTMLMediaElement[] = [];
  HTMLMediaElement.prototype.play = function tapped(this: HTMLMediaElement) {
    played.push(this);
    return play.call(this);
  };
  HTMLMediaElement.prototype.pause = function paused(this: HTMLMediaElement) {
    const last = played.at(-1);
    if (last && last !== this)
      globalThis.switches.push({ isPlaying: !last.paused, laterS: last.currentTime - this.currentTime });
    pause.call(this);
  };
}

/** Plays a version, and others in its place at the same place of the music, without a silence. */
async function switchInPlace(page: Page, v1: string, v2: string): Promise<void> {
  await page.getByRole('button', { name: player.play, exact: true }).click();
  await expect(shown(page, v1).locator('[data-progress]')).toHaveText(/0:(?!00)\d\d/);
  await versionLinks(page).last().click();
  await expect(shown(page, v2)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(v2));
  await expect(versionLinks(page).last()).toBeFocused();
  await expect(page.getByRole('button', { name: player.pause, exact: true })).toBeVisible();
  await expect(shown(page, v2).locator('[data-meter=peak]')).toContainText(/dBFS/);
  await page.keyboard.press('x');
  await expect(shown(page, v1)).toBeVisible();
  await page.keyboard.press('2');
  await expect(shown(page, v2)).toBeVisible();
  const switches = await page.evaluate(() => globalThis.switches);
  // What was played before sounds until the next one does, which is three seconds later or earlier.
  expect(switches.map(({ isPlaying }) => isPlaying)).toEqual([true, true, true]);
  expect(switches.map(({ laterS }) => Math.round(laterS))).toEqual([3, -3, 3]);
}

/** The sheet that was approved with a file is found by the hash of either, and is what it was. */
async function lookUpSheet(page: Page, client: APIRequestContext, fileId: string): Promise<void> {
  const sent = await (await client.get(`/portal/files/${fileId}/sheet.json`)).body();
  const hash = createHash('sha256').update(sent).digest('hex');
  const { sha256 } = JSON.parse(sent.toString()) as { sha256: string };
  await page.goto(`/portal/sheets/${sha256}`);
  await expect(page.getByText(/approved on/)).toContainText(sampleClient.name);
  await page.getByRole('link', { name: lookUp.withSheet }).click();
  await expect(page).toHaveURL(new RegExp(`${hash}$`));
  await expect(page.getByRole('row').filter({ hasText: rows.integrated.label }).first()).toBeVisible();
  await expectAccessibleEverywhere(page);
  expect(await (await client.get(`/portal/sheets/${hash}.json`)).body()).toEqual(sent);
  await expect(page.getByText(sheet.title, { exact: true })).toBeVisible();
  const unknown = await client.get(`/portal/sheets/${'0'.repeat(64)}`);
  expect(unknown.status()).toBe(404);
  expect(await unknown.text()).toContain(lookUp.none);
}

/** The cues of a recording's WAV copy, in seconds, with what they say. */
async function cuesOf(person: APIRequestContext, fileId: string) {
  const answer = await person.get(`/portal/files/${fileId}/markers.wav`);
  const wave = readWave(await answer.body());
  return {
    ...wave,
    cues: wave.cues.map(({ atSample, label, samples }) => ({
      atS: atSample / wave.rateHz,
      lengthS: samples === null ? null : samples / wave.rateHz,
      label,
    })),
  };
}

test('a recording goes from its first version through comments, comparison and approval to its sheet and into a session', async ({
  page: desk,
  browser,
  client,
  project,
  baseURL,
}) => {
  test.slow();
  const [first, second] = ['Low mix_v1.wav', 'Low mix_v2.wav'];
  // So long that it still sounds when all of it has been looked at.
  const music = musicOf(24);
  const v1 = await upload(desk, project.path, first, versionOf(music, 0));
  const portal = await pageOf(browser, client, { baseURL: baseURL ?? '' });
  await portal.addInitScript(recordSwitches);
  await portal.goto(`/portal/projects/${project.id}`);
  await comment(portal, 'Let the tail ring.', '0:08');
  await comment(portal, 'Softer here.', '0:10', '0:12');

  // Proposed by its name, and not a version before somebody says so.
  const v2 = await addVersion(desk, project, second, versionOf(music, 3 * rateHz));
  await expect(rowOf(desk, first)).toContainText(fill(files.superseded, { file: second }));
  await expect(rowOf(desk, second).first()).toContainText(
    fill(words.of, { number: '2', recording: 'Low mix' }),
  );

  // The client's open page has both versions, and the way to compare them.
  const links = portal.getByRole('navigation', { name: player.version });
  await expect(versionLinks(portal)).toHaveCount(2);
  await expect(links).toContainText(fill(words.rounds[0], { round: '1', agreed: '3' }));
  await portal.getByRole('button', { name: compare.open, exact: true }).click();
  await expect(portal).toHaveURL(new RegExp(`/portal/files/${v1}/compare/${v2}`));
  await expect(portal.locator('[data-compare]')).toContainText(compare.level.same);
  await expect(portal.locator('[data-compare]')).toContainText(
    fill(compare.offset.later, { ms: '3,000', samples: (3 * rateHz).toLocaleString('en') }),
  );
  await portal.goto(`/portal/projects/${project.id}?file=${v1}#player`);
  await switchInPlace(portal, v1, v2);

  // The comments are on version 2, where the music is.
  const tail = commentWith(portal, 'Let the tail ring.');
  await expect(tail).toContainText(fill(player.carried.from, { number: '1' }));
  await expect(tail).toContainText('0:11.0');
  await expectAccessibleEverywhere(portal, { widths: [320, 1440] });
  const softer = commentWith(portal, 'Softer here.');
  await softer.getByRole('button', { name: player.markDone }).click();
  await expect(softer).toContainText(player.done);
  await versionLinks(portal).first().click();
  await expect(softer).toContainText(player.done);

  // Approved with its sheet, and locked.
  await approve(portal, second);
  await expect(links).toContainText(words.approved);
  await expect(rowOf(desk, second).first()).toContainText(files.approved);
  await rowOf(desk, second).first().getByText(versions.menu, { exact: true }).click();
  await expect(desk.getByText(versions.isLocked)).toBeVisible();
  await portal.goto(`/portal/files/${v2}/report`);
  await expect(portal.getByRole('row').filter({ hasText: rows.integrated.label })).toContainText('LUFS');
  await lookUpSheet(portal, client, v2);

  // What is not resolved yet goes into the engineer's session.
  expect((await cuesOf(client, v2)).cues).toEqual([
    { atS: 11, lengthS: null, label: `${sampleClient.name}: Let the tail ring.` },
  ]);
  const midi = parseMidi(await (await client.get(`/portal/files/${v2}/markers.mid`)).body());
  expect(midi.tracks[0]).toContainEqual(
    expect.objectContaining({ type: 'marker', text: `${sampleClient.name}: Let the tail ring.` }),
  );
  await portal.context().close();
});

const boxOf = (page: Page) => page.locator('#comment-content');
const bar = (page: Page) => page.locator('[data-bar]');
const letter = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });

/** What a thumb reaches: in the lowest part of the screen, each at least 44 pixels wide and high. */
async function expectUnderThumb(page: Page, ...names: string[]): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const name of names) {
    const box = await letter(page, name).boundingBox();
    if (!box) throw new Error(`${name} is not to be seen`);
    expect(box.y, name).toBeGreaterThan(height - 150);
    expect(box.y + box.height, name).toBeLessThanOrEqual(height);
    expect(box.x + box.width, name).toBeLessThanOrEqual(width);
    expect(Math.min(box.width, box.height), name).toBeGreaterThanOrEqual(44);
  }
}

test('on a phone both versions are under the thumb beside what plays, and comments and the approval are a touch away', async ({
  page: desk,
  browser,
  client,
  project,
  baseURL,
}) => {
  test.slow();
  const music = musicOf(14);
  const folder = mkdtempSync(join(tmpdir(), 'phone-'));
  const flac = ['-c:a', 'flac', '-f', 'flac'];
  const later = readFileSync(await encode(folder, 'later.flac', flac, versionOf(music, rateHz)));
  rmSync(folder, { recursive: true });
  const v1 = await upload(desk, project.path, 'Night mix_v1.wav', versionOf(music, 0));
  const phone = { baseURL: baseURL ?? '', viewport: { width: 390, height: 844 }, hasTouch: true };
  const page = await pageOf(browser, client, phone);
  await page.goto(`/portal/projects/${project.id}?file=${v1}`);
  await expect(bar(page).locator('[data-play]')).toBeInViewport();
  await expect(boxOf(page)).toBeHidden();
  await letter(page, player.openComments).tap();
  await comment(page, 'More air.', '0:04', '0:06');
  const sheetOf = page.getByRole('dialog', { name: player.comments });
  await page.keyboard.press('Escape');
  await expect(sheetOf).toBeHidden();

  // The second version comes into the bar by itself.
  const v2 = await addVersion(desk, project, 'Night mix_v2.flac', later);
  const [a, b] = [compare.versions.a, compare.versions.b];
  await expect(letter(page, a)).toHaveAttribute('aria-pressed', 'true');
  await expectUnderThumb(page, a, b, player.openComments);
  await letter(page, b).tap();
  await expect(shown(page, v2)).toBeVisible();
  await expect(letter(page, b)).toHaveAttribute('aria-pressed', 'true');
  await letter(page, a).tap();
  await expect(shown(page, v1)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 568 });
  await expectUnderThumb(page, a, b, player.openComments);
  await page.setViewportSize({ width: 390, height: 844 });
  await letter(page, b).tap();
  await expect(shown(page, v2)).toBeVisible();

  // A pin leads to its comment in the sheet, where it stands at the place of the music.
  const pin = page.getByRole('link', { name: new RegExp(`^${fill(player.pin, { number: '1', time: '' })}`) });
  await expect(pin).toHaveAttribute('aria-label', /0:05\.0/);
  await pin.tap();
  await expect(sheetOf).toBeVisible();
  await expect(sheetOf.getByRole('listitem').first()).toBeFocused();
  await expect(boxOf(page)).toBeVisible();
  await expect(commentWith(page, 'More air.')).toContainText(fill(player.carried.from, { number: '1' }));
  await expectAccessibleEverywhere(page, { widths: [320, 390] });
  await page.keyboard.press('Escape');
  await expect(sheetOf).toBeHidden();

  await page.getByRole('button', { name: compare.open, exact: true }).tap();
  await expect(page.locator('[data-compare]')).toBeVisible();
  for (const name of [compare.player.play, a, b])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });

  await page.goto(`/portal/projects/${project.id}?file=${v2}`);
  await approve(page, 'Night mix_v2.flac');
  await expect(page.getByRole('navigation', { name: player.version })).toContainText(words.approved);
  await page.goto(`/portal/files/${v2}/report`);
  await expect(page.getByRole('row').filter({ hasText: rows.integrated.label })).toContainText('LUFS');
  // Of a FLAC there is a WAV copy, too.
  const wave = await cuesOf(client, v2);
  expect(wave).toMatchObject({ channels: 1, bits: 16, rateHz });
  expect(wave.cues).toEqual([{ atS: 5, lengthS: 2, label: `${sampleClient.name}: More air.` }]);
  expect(wave.samples.equals(readWave(versionOf(music, rateHz)).samples)).toBe(true);
  await page.context().close();
});

test('without JavaScript, proposals are answered by a form, the carried comment stands there, and the file is approved', async ({
  browser,
  team,
  client,
  project,
  act,
  baseURL,
}) => {
  const fileIds: string[] = [];
  for (const name of ['Plain_v1.wav', 'Plain_v2.wav', 'Plain_v3.wav']) {
    fileIds.push(await uploadSound(team, { projectId: project.id, name }));
  }
  const remark = { commentId: randomUUID(), fileId: fileIds[0] ?? '', at: '0:01.0', content: 'Plainer.' };
  await act(`${project.path}?do=add-comment`, remark);
  const plain = { baseURL: baseURL ?? '', javaScriptEnabled: false };
  const desk = await pageOf(browser, team, plain);
  await desk.goto(project.path);
  const proposals = desk.getByRole('form', { name: versions.proposals.title });
  await expect(proposals.getByRole('combobox')).toHaveCount(2);
  const third = desk.getByRole('row').filter({ hasText: 'Plain_v3.wav' });
  await third.getByText(versions.menu, { exact: true }).click();
  await third.getByRole('link', { name: fill(versions.allName, { file: 'Plain_v3.wav' }) }).click();
  const choice = third.getByLabel(versions.recording, { exact: true });
  await expect(choice).toBeVisible();
  await expect(choice.getByRole('option')).toHaveCount(3);
  await proposals.getByRole('button', { name: versions.proposals.save }).click();
  await expect(versionLinks(desk)).toHaveCount(3);
  await desk.context().close();

  const page = await pageOf(browser, client, plain);
  await page.goto(`/portal/projects/${project.id}?file=${fileIds[2]}`);
  await expect(page.getByRole('navigation', { name: player.version })).toContainText(
    fill(words.rounds[0], { round: '2', agreed: '3' }),
  );
  await expect(commentWith(page, 'Plainer.')).toContainText(fill(player.carried.from, { number: '1' }));
  await page.getByText(markers.title, { exact: false }).first().click();
  const reaper = page.getByRole('link', { name: markers.formats.reaper, exact: true });
  const session = await (await client.get((await reaper.getAttribute('href')) ?? '')).text();
  expect(session).toMatch(/MARKER 1 1\.000 ".*: Plainer\." 0/);
  await page
    .getByRole('button', { name: fill(portalFiles.approveFile, { file: 'Plain_v3.wav' }) })
    .click();
  await page
    .getByRole('dialog', { name: approval.title })
    .getByRole('button', { name: approval.approve, exact: true })
    .click();
  await expect(page.getByRole('navigation', { name: player.version })).toContainText(words.approved);
  await page.context().close();
});
