import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { musicOf, rateHz } from '#src/audio/alignment/music.fixture.ts';
import { readWave } from '#src/features/delivery/markers/wav-cues.fixture.ts';
import { encode } from '#src/audio/encoded-sound.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { expect, sampleClient } from '../harness/desk.ts';
import { upload } from '../harness/record-voices.ts';
import {
  addVersion,
  approve,
  comment,
  commentWith,
  cuesOf,
  pageOf,
  shown,
  test,
  versionLinks,
  versionOf,
} from '../harness/review-journey.ts';

const { player, versions: words } = content.project;
const { rows } = content.sound;
const { compare } = content;

const boxOf = (page: Page) => page.locator('#comment-content');
const bar = (page: Page) => page.locator('[data-bar]');
const letter = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });

/**
 * Expects the controls within a thumb's reach: in one row in the lowest part of the screen, each at least 44 pixels
 * wide and high. Checked again if the page is refreshed meanwhile.
 */
async function expectUnderThumb(page: Page, ...names: string[]): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect(async () => {
    const middles = new Set<number>();
    for (const name of names) {
      const box = await letter(page, name).boundingBox();
      if (!box) throw new Error(`${name} is not to be seen`);
      expect(box.y, name).toBeGreaterThan(height - 150);
      expect(box.y + box.height, name).toBeLessThanOrEqual(height);
      expect(box.x + box.width, name).toBeLessThanOrEqual(width);
      expect(Math.min(box.width, box.height), name).toBeGreaterThanOrEqual(44);
      middles.add(Math.round(box.y + box.height / 2));
    }
    expect(middles.size).toBe(1);
  }).toPass();
}

test("keeps both versions within a thumb's reach during playback, and comments and the approval one touch away", async ({
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
  await letter(page, player.comment).tap();
  await expect(boxOf(page)).toBeFocused();
  await comment(page, 'More air.', '0:04', '0:06');

  // The second version appears in the bar by itself.
  const v2 = await addVersion(desk, project, 'Night mix_v2.flac', later);
  const [a, b] = [compare.versions.a, compare.versions.b];
  await expect(letter(page, a)).toHaveAttribute('aria-pressed', 'true');
  await expectUnderThumb(page, a, b, player.comment);
  await letter(page, b).tap();
  await expect(shown(page, v2)).toBeVisible();
  await expect(letter(page, b)).toHaveAttribute('aria-pressed', 'true');
  await letter(page, a).tap();
  await expect(shown(page, v1)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 568 });
  await expectUnderThumb(page, a, b, player.comment);
  await page.setViewportSize({ width: 390, height: 844 });
  await letter(page, b).tap();
  await expect(shown(page, v2)).toBeVisible();

  // A pin leads to its comment below the waveform, at its position in the music.
  const pin = page.getByRole('link', { name: new RegExp(`^${fill(player.pin, { number: '1', time: '' })}`) });
  await expect(pin).toHaveAttribute('aria-label', /0:05\.0/);
  await pin.tap();
  await expect(commentWith(page, 'More air.')).toBeFocused();
  await expect(commentWith(page, 'More air.')).toBeInViewport();
  await expect(commentWith(page, 'More air.')).toContainText(fill(player.carried.from, { number: '1' }));
  await expectAccessibleEverywhere(page, { widths: [320, 390] });

  await page.getByRole('button', { name: compare.open, exact: true }).tap();
  await expect(page.locator('[data-compare]')).toBeVisible();
  await expectUnderThumb(page, player.play, a, b, player.comment);
  await letter(page, a).tap();
  await expect(letter(page, a)).toHaveAttribute('aria-pressed', 'true');
  await expectAccessibleEverywhere(page, { widths: [320, 390] });

  await page.goto(`/portal/projects/${project.id}?file=${v2}`);
  await approve(page, 'Night mix_v2.flac');
  await expect(page.locator(`#approval-${v2}`)).toContainText(content.project.fileStates.approved);
  await page.goto(`/portal/files/${v2}/report`);
  await expect(page.getByRole('row').filter({ hasText: rows.integrated.label })).toContainText('LUFS');
  // A FLAC file also has a WAV copy.
  const wave = await cuesOf(client, v2);
  expect(wave).toMatchObject({ channels: 1, bits: 16, rateHz });
  expect(wave.cues).toEqual([{ atS: 5, lengthS: 2, label: `${sampleClient.name}: More air.` }]);
  expect(wave.samples.equals(readWave(versionOf(music, rateHz)).samples)).toBe(true);
  await page.context().close();
});

test("keeps the last two of three versions within a thumb's reach when the page changes", async ({
  page: desk,
  browser,
  client,
  project,
  baseURL,
}) => {
  const music = musicOf(2);
  const first = await upload(desk, project.path, 'Short mix_v1.wav', versionOf(music, 0));
  await addVersion(desk, project, 'Short mix_v2.wav', versionOf(music, 10));
  const third = await addVersion(desk, project, 'Short mix_v3.wav', versionOf(music, 20));
  const phone = { baseURL: baseURL ?? '', viewport: { width: 390, height: 844 }, hasTouch: true };
  const page = await pageOf(browser, client, phone);
  await page.goto(`/portal/projects/${project.id}?file=${third}`);
  const pair = bar(page).getByRole('group', { name: compare.player.choose });
  const numbers = (...all: number[]) => all.map((number) => fill(words.short, { number: String(number) }));
  await expect(pair.locator('.num')).toHaveText(numbers(2, 3));
  await versionLinks(page).first().tap();
  await expect(shown(page, first)).toBeVisible();
  await expect(pair.locator('.num')).toHaveText(numbers(1, 3));
  await comment(page, 'Less hall.', '0:01');
  await expect(pair.locator('.num')).toHaveText(numbers(1, 3));
  await letter(page, compare.versions.b).tap();
  await expect(shown(page, third)).toBeVisible();
  await page.context().close();
});
