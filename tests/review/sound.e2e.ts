import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from '#src/audio/encoded-sound.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { content, entryWith } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';

const { upload } = content['desk-projects'];
const { sheet, reasons, rows, markers } = content.sound;
const { words } = content.delivery;
const specification = entryWith(content.delivery.specifications, 'key', 'ebu-r128');

const lossless24 = /AIFF, 24 bit, 44\.1 kHz, stereo/;

test(
  'measures a recording that browsers cannot play while the page is open, makes it playable, and shows its delivery report',
  { tag: '@default' },
  async ({ page, team, project }) => {
    const folder = mkdtempSync(join(tmpdir(), 'sound-'));
    const path = await encode(folder, 'Tidewater.aiff', ['-c:a', 'pcm_s24be', '-f', 'aiff']);
    await page.goto(project.path);
    await page.getByLabel(upload.choose).setInputFiles(path);
    await expect(page.locator('[data-upload-said]')).toHaveText(
      fill(upload.done, { file: 'Tidewater.aiff' }),
    );
    // Without a reload: the page receives the event.
    const figures = page.locator('[id^="sound-"]');
    await expect(figures).toContainText(lossless24);
    await expect(figures).toContainText(/−\d+\.\d\sLUFS/);
    await expect(page.locator('[data-timeline]')).toBeVisible();

    await page.locator('[data-details] > summary').click();
    const link = figures.getByRole('link', {
      name: fill(`${sheet.title} ${sheet.of}`, { file: 'Tidewater.aiff' }),
    });
    const href = (await link.getAttribute('href')) ?? '';
    const fileId = href.split('/').at(-2) ?? '';
    const listened = await team.get(`/portal/files/${fileId}/listen`);
    expect(listened.headers()['content-type']).toBe('audio/flac');
    expect((await listened.body()).toString('latin1', 0, 4)).toBe('fLaC');
    const part = await team.get(`/portal/files/${fileId}/listen`, { headers: { range: 'bytes=0-3' } });
    expect([part.status(), await part.text()]).toEqual([206, 'fLaC']);
    const original = await team.get(`/portal/files/${fileId}`);
    expect(await original.body()).toEqual(await readFile(path));

    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tidewater.aiff');
    await expect(page.getByRole('row').filter({ hasText: rows.length.label })).toContainText('0:02.000');
    await expect(page.getByRole('row').filter({ hasText: rows.samples.label })).toContainText('88,200');
    await expectAccessibleEverywhere(page);
    await page.getByLabel(words.title, { exact: true }).selectOption(specification.key);
    await page.getByRole('button', { name: words.submit, exact: true }).click();
    await expect(
      page.getByRole('table', { name: fill(words.current, { name: specification.name }) }),
    ).toContainText(words.verdicts.fail);
    await expectAccessibleEverywhere(page);
    const pdf = await team.get(`${href}.pdf?check=${specification.key}`);
    expect((await pdf.body()).toString('latin1', 0, 5)).toBe('%PDF-');
    const json = await (await team.get(`/portal/files/${fileId}/sheet.json`)).json();
    expect(json).toMatchObject({ name: 'Tidewater.aiff', state: 'measured', measures: { frames: 88_200 } });
    const report = await (await team.get(`${href}.json`)).json();
    expect(report).toMatchObject({ state: 'measured', container: 'aiff', bitDepth: 24, frames: 88_200 });
    expect(report.checks[0]).toMatchObject({ spec: specification.name, verdict: 'fail' });

    await page.getByRole('link', { name: sheet.back }).click();
    const audio = page.locator('audio');
    await expect
      .poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration))
      .toBeCloseTo(2, 3);

    await page.getByRole('textbox', { name: /^Comment/ }).fill('The swell can start later.');
    await page.getByRole('button', { name: content.project.player.form.add }).click();
    await expect(page.getByText('The swell can start later.')).toBeVisible();
    await page.getByText(markers.title).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: markers.formats.reaper }).click();
    expect((await download).suggestedFilename()).toBe('Tidewater markers.rpp');
    expect(await readFile(await (await download).path(), 'utf8')).toMatch(
      /MARKER 1 0\.000 "Ada Brandt: The swell can start later\."/,
    );
    rmSync(folder, { recursive: true });
  },
);

test('does not read a playlist that is named as a recording, keeps it, and explains why it was not measured', async ({
  page,
  team,
  project,
}) => {
  const playlist = Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n');
  const cut = Buffer.from('RIFF\u0024\0\0\0WAVEfmt ', 'latin1');
  await page.goto(project.path);
  for (const [name, buffer] of [
    ['Mix.wav', playlist],
    ['Cut.wav', cut],
  ] as const) {
    await page.getByLabel(upload.choose).setInputFiles({ name, mimeType: 'audio/wav', buffer });
    await expect(page.locator('[data-upload-said]')).toHaveText(fill(upload.done, { file: name }));
  }
  // A file whose first bytes are not audio is not a recording; one that begins like audio explains why it cannot be
  // played.
  await expect(page.locator('[id^="state-"]')).toContainText(reasons.unreadable);
  const files = await (await team.get(project.path)).text();
  expect(files).toContain('Mix.wav');
  const row = page.getByRole('row').filter({ hasText: 'Mix.wav' });
  await expect(row.first()).toContainText(reasons['no-sound']);
});
