import { musicOf, rateHz } from '#src/audio/alignment/music.fixture.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';
import { readRecorded, recordVoices, upload, type Recorded } from '../harness/record-voices.ts';

const { player: texts, abx, versions, level, reasons } = content.compare;
const { player } = content.project;

/** The delay of the newer version in samples. */
const later = 12_345;
const music = musicOf(14);

const versionOf = (late: number, gain: number) =>
  waveFileOf({
    rateHz,
    channels: 2,
    frames: music.length + late,
    sample: (frame, channel) => gain * (music[frame - late] ?? 0) * (channel === 0 ? 1 : 0.5),
  });

test('compares two versions: level-matched, aligned to the sample through seeks, and blind', async ({
  page,
  team,
  project,
  browser,
  faults,
}) => {
  // The recorder uses a deprecated API; the browser also logs a recording that cannot be loaded.
  faults.allow(/ScriptProcessorNode|Failed to load resource|ERR_FAILED/);
  await page.addInitScript(recordVoices, 1);
  const v1 = await upload(page, project.path, 'Mix v1.wav', versionOf(0, 1));
  const v2 = await upload(page, project.path, 'Mix v2.wav', versionOf(later, 1));
  const path = `/portal/files/${v1}/compare/${v2}`;
  const shown = `${project.path}?file=${v2}&compare=${v1}`;
  expect((await team.get(`/portal/files/${v1}/compare/${v1}`)).status()).toBe(404);
  // In either order: A is the older one, and B is in the player.
  await page.goto(`/portal/files/${v2}/compare/${v1}`);
  await expect(page).toHaveURL(`${shown}#player`);
  await page.goto(`${project.path}?file=${v1}&compare=${v2}`);
  await expect(page).toHaveURL(`${shown}#player`);
  // Without a reload: the page receives the event.
  await expect(page.locator('[data-compare]')).toContainText(level.same);
  await expect(page.locator('[data-compare]')).toContainText('12,345');
  const told = await (await team.get(`${path}.json`)).json();
  expect(told).toMatchObject({ offsetFrames: later, isInverted: false, gainDb: 0, turnedDown: null });
  await expectAccessibleEverywhere(page);

  await page.getByRole('button', { name: player.play, exact: true }).click();
  const position = page.getByRole('slider', { name: player.position });
  const heardFrom = async (ms: number) => {
    await position.fill(String(ms));
    const { frames } = await page.evaluate(readRecorded);
    await expect
      .poll(async () => (await page.evaluate(readRecorded)).frames)
      .toBeGreaterThan(frames + 2 * rateHz);
  };
  // The second and third are before the ends of parts, across which it plays on.
  for (const ms of [1000, 3300, 7500, 500]) await heardFrom(ms);
  const heard: Recorded = await page.evaluate(readRecorded);
  expect(heard.most).toBeGreaterThan(0.05);
  // A difference of one sample would exceed −60 dB; the clock's own rounding is below −180 dB.
  expect(heard.difference).toBeLessThan(1e-9);

  const letterB = page.getByRole('button', { name: versions.b, exact: true });
  await expect(letterB).toHaveAttribute('aria-pressed', 'true');
  const matched = page.getByRole('button', { name: level.toggle });
  await expect(matched).toHaveAttribute('aria-pressed', 'true');
  await matched.click();
  await expect(matched).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('x');
  await expect(letterB).toHaveAttribute('aria-pressed', 'false');

  await page.getByText(abx.title, { exact: true }).click();
  await page.getByLabel(abx.trials).press('x');
  await page.evaluate(() => localStorage.setItem('antinode:review-keys', 'off'));
  await page.getByRole('heading', { level: 1 }).press('x');
  await expect(letterB).toHaveAttribute('aria-pressed', 'false');

  await page.getByLabel(abx.trials).selectOption('8');
  await page.getByRole('button', { name: abx.start }).click();
  await expect(letterB).toBeDisabled();
  for (let trial = 0; trial < 8; trial += 1) await page.getByRole('button', { name: abx.isA }).click();
  await expect(page.locator('[data-abx-result]')).toHaveText(/ of 8 right\. /);
  await page.getByRole('button', { name: abx.start }).click();
  await page.getByRole('button', { name: abx.stop }).click();
  await expect(page.locator('[data-abx-result]')).toHaveText(abx.ended);

  const held = Promise.withResolvers<void>();
  await page.route('**/listen?sound*', async (route) => {
    await held.promise;
    await route.abort();
  });
  await page.reload();
  await page.getByRole('button', { name: player.play, exact: true }).first().click();
  held.resolve();
  await expect(page.getByRole('alert').filter({ hasText: texts.failed })).toBeVisible();
  await page.unroute('**/listen?sound*');
  await page.getByRole('button', { name: player.play, exact: true }).first().click();
  await expect(page.getByRole('button', { name: player.pause, exact: true }).first()).toBeVisible();

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const still = await plain.newPage();
  await still.goto(new URL(shown, page.url()).href);
  await expect(still.locator('audio')).toHaveCount(2);
  await still.getByText(abx.title, { exact: true }).click();
  await expect(still.getByText(abx.needsScripts)).toBeVisible();
  await expect(still.getByText(content.compare.strip.none)).toBeVisible();
  await plain.close();
});

/** Where the newer version has an insertion, and its length, in samples. */
const [putInAt, putIn] = [5 * rateHz, 3 * rateHz];
const other = musicOf(3, 9);

/** The music with an insertion at `putInAt`. */
const longerVersion = () =>
  waveFileOf({
    rateHz,
    frames: music.length + putIn,
    sample: (frame) =>
      frame < putInAt
        ? (music[frame] ?? 0)
        : ((frame < putInAt + putIn ? other[frame - putInAt] : music[frame - putIn]) ?? 0),
  });

test('plays nothing in a blind test that only one of the versions contains', async ({
  page,
  project,
  faults,
}) => {
  faults.allow(/ScriptProcessorNode/);
  await page.addInitScript(recordVoices, 1);
  const sample = (frame: number) => music[frame] ?? 0;
  const v1 = await upload(
    page,
    project.path,
    'Mix v1.wav',
    waveFileOf({ rateHz, frames: music.length, sample }),
  );
  const v2 = await upload(page, project.path, 'Mix v2.wav', longerVersion());
  await page.goto(`/portal/files/${v1}/compare/${v2}`);
  await expect(page.locator('[data-compare]')).toBeVisible();
  await page.getByText(abx.title, { exact: true }).click();
  const position = page.getByRole('slider', { name: player.position });
  const placeMs = async () => Number(await position.inputValue());
  const recordMore = async () => {
    const { frames } = await page.evaluate(readRecorded);
    await expect
      .poll(async () => (await page.evaluate(readRecorded)).frames)
      .toBeGreaterThan(frames + 2 * rateHz);
  };
  // Where A is silent.
  await position.fill('6500');
  await page.getByRole('button', { name: abx.start }).click();
  await expect(page.locator('[data-abx-passage]')).toHaveText(/0:08/);
  // The longest common stretch ends with the file; it restarts there, not at the beginning of the file.
  await recordMore();
  await position.fill('16800');
  await recordMore();
  const { most, difference } = await page.evaluate(readRecorded);
  expect(most).toBeGreaterThan(0.05);
  expect(difference).toBeLessThan(1e-9);
  expect(await placeMs()).toBeGreaterThanOrEqual(8000);
  await position.fill('2000');
  expect(await placeMs()).toBeGreaterThanOrEqual(8000);
  await page.getByRole('button', { name: abx.stop }).click();
  await position.fill('2000');
  expect(await placeMs()).toBeLessThan(8000);
});

test('refuses to compare files that are not versions of each other, and explains why', async ({
  page,
  project,
}) => {
  const unlike = musicOf(14, 9);
  const sample = (frame: number) => unlike[frame] ?? 0;
  const one = await upload(page, project.path, 'Mix.wav', versionOf(0, 1));
  const two = await upload(
    page,
    project.path,
    'Else.wav',
    waveFileOf({ rateHz, frames: unlike.length, sample }),
  );
  await page.goto(`/portal/files/${one}/compare/${two}`);
  await expect(page.locator('#comparison')).toContainText(reasons['too-different']);
});
