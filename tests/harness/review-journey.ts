import type { APIRequestContext, Browser, BrowserContextOptions, Page } from '@playwright/test';
import { rateHz } from '#src/audio/alignment/music.fixture.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { readWave } from '#src/features/delivery/markers/wav-cues.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { content } from './content.ts';
import { expect, test as base, type OwnProject } from './desk.ts';
import { postOfPrintedLink } from './printed-link.ts';
import { upload } from './record-voices.ts';
import { nobody } from './studio.ts';

// Actions of a client and the team on a recording and its versions.

const { versions } = content['desk-projects'];
const { player, files: portalFiles, approval } = content.project;

/** The sample client, signed in by the printed link. */
export const test = base.extend<object, { client: APIRequestContext }>({
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

export async function pageOf(
  browser: Browser,
  person: APIRequestContext,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ storageState: await person.storageState(), ...options });
  return context.newPage();
}

/** The music, delayed by this many samples, at this level. */
export const versionOf = (music: ArrayLike<number>, late: number, gain = 0.1) =>
  waveFileOf({
    rateHz,
    frames: music.length + late,
    sample: (frame) => gain * (music[frame - late] ?? 0),
  });

export const versionLinks = (page: Page) =>
  page.getByRole('navigation', { name: player.version }).getByRole('button');
export const shown = (page: Page, id: string) => page.locator(`[data-player="${id}"]`);
export const commentWith = (page: Page, hasText: string) =>
  page.getByRole('listitem').filter({ hasText }).first();

export async function comment(page: Page, text: string, from: string, to = ''): Promise<void> {
  await page.getByRole('textbox', { name: player.form.from, exact: true }).fill(from);
  await page.getByRole('textbox', { name: player.form.to, exact: true }).fill(to);
  await page.locator('#comment-content').fill(text);
  await page.getByRole('button', { name: player.form.add }).click();
  await expect(commentWith(page, text)).toBeVisible();
}

/** Uploads another version of an existing recording, which its name suggests, and confirms that. */
export async function addVersion(
  desk: Page,
  { path }: OwnProject,
  name: string,
  bytes: Buffer,
): Promise<string> {
  const id = await upload(desk, path, name, bytes);
  const proposals = desk.getByRole('form', { name: versions.proposals.title });
  await expect(proposals).toContainText(versions.proposals.text);
  await proposals.getByRole('button', { name: versions.proposals.save }).click();
  await expect(proposals).toHaveCount(0);
  return id;
}

export async function approve(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: fill(portalFiles.approveFile, { file: name }) }).click();
  const dialog = page.getByRole('dialog', { name: approval.title });
  await expect(dialog).toContainText(approval.withSheet);
  await dialog.getByRole('button', { name: approval.approve, exact: true }).click();
}

/** The cues of a recording's WAV copy, in seconds, with their texts. */
export async function cuesOf(person: APIRequestContext, fileId: string) {
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
