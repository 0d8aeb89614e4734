import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { musicOf, rateHz } from '#src/audio/alignment/music.fixture.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { encode } from '#src/audio/encoded-sound.fixture.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';
import { startFirefox } from '../harness/firefox.ts';
import { clickOn, pressKey, type ForeignBrowser } from '../harness/foreign-browser.ts';
import { startWebKit } from '../harness/webkit.ts';

const music = musicOf(12);
const wave = () => waveFileOf({ rateHz, frames: music.length, sample: (frame) => music[frame] ?? 0 });

const encoded = (text: string) => Buffer.from(text).toString('base64');

/** Uploads a file as a program would; resolves with its id once it is measured. */
async function upload(
  team: APIRequestContext,
  projectId: string,
  name: string,
  bytes: Buffer,
): Promise<string> {
  const tus = { 'tus-resumable': '1.0.0' };
  const metadata = `projectId ${encoded(projectId)},name ${encoded(name)},needsApproval ${encoded('no')}`;
  const begun = await team.post('/desk/uploads', {
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
  const target = begun.headers()['location'] ?? '';
  const sent = await team.patch(target, {
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: bytes,
  });
  expect(sent.status()).toBe(204);
  const id = target.slice(target.lastIndexOf('/') + 1);
  await expect
    .poll(async () => (await team.get(`/portal/files/${id}/sheet.json`)).text())
    .toContain('"integrated"');
  return id;
}

/** The player's current state. */
const lookAt = (browser: ForeignBrowser) =>
  browser.evaluate(() => {
    const audio = document.querySelector<HTMLAudioElement>('[data-player] audio');
    return {
      atS: audio?.currentTime ?? 0,
      lengthS: audio?.duration ?? 0,
      error: audio?.error?.message ?? null,
      isPaused: audio?.paused ?? true,
      label: document.querySelector('[data-play]')?.getAttribute('aria-label'),
      said: document.querySelector('[data-failed]')?.textContent,
      happened: (globalThis as { happened?: string[] }).happened?.join(', ') ?? '',
    };
  });

/** Records presses and the player's events, for diagnosing failed playback. */
const recordEvents = (browser: ForeignBrowser) =>
  browser.evaluate(() => {
    const happened: string[] = [];
    Object.assign(globalThis, { happened });
    for (const kind of [
      'pointerdown',
      'play',
      'playing',
      'seeking',
      'seeked',
      'waiting',
      'stalled',
      'pause',
      'error',
    ])
      document.addEventListener(
        kind,
        ({ target }) => {
          const where = target instanceof Element ? `${target.tagName} ${target.className}` : '';
          happened.push(`${Math.round(performance.now())} ms ${kind} ${where}`);
        },
        true,
      );
  });

const moveTo = (browser: ForeignBrowser, ms: number) =>
  browser.evaluate((at: number) => {
    const position = document.querySelector<HTMLInputElement>('[data-position]');
    if (!position) throw new Error('There is no slider');
    position.value = String(at);
    position.dispatchEvent(new Event('input', { bubbles: true }));
  }, ms);

/** Firefox's message on a machine without audio output; audio of scripts does not start there either. */
const noOutput = 'OnMediaSinkAudioError';

/**
 * Waits until the player has reached a position. WebKitGTK on a busy machine occasionally pauses by itself after
 * starting, or waits forever after a seek; the button is then pressed again, as by a visitor.
 */
async function expectPlayedPast(browser: ForeignBrowser, seconds: number): Promise<void> {
  const places: number[] = [];
  const playOn = async () => {
    const { atS, isPaused, happened } = await lookAt(browser);
    places.push(atS);
    const isStuck = places.length > 4 && places.slice(-4).every((place) => place === atS);
    if (isPaused || isStuck) await clickOn(browser, '[data-player] [data-play]');
    if (isStuck) places.length = 0;
    return { isPast: atS > seconds, why: atS > seconds ? '' : `${atS} s after ${happened}` };
  };
  await expect.poll(playOn).toEqual({ isPast: true, why: '' });
}

/** Plays the page's recording, seeks in it, and stops; false if there is no audio output. */
async function playAndSeek(browser: ForeignBrowser): Promise<boolean> {
  await recordEvents(browser);
  await clickOn(browser, '[data-player] [data-play]');
  const hasBegun = async () => {
    const { atS, error } = await lookAt(browser);
    return atS > 0 || error !== null;
  };
  await expect.poll(hasBegun).toBe(true);
  const { error, said } = await lookAt(browser);
  if (error === noOutput) {
    console.log(`${browser.name} has nothing here that sounds: playing is left out.`);
    expect(said).toBe(content.project.player.failed);
    return false;
  }
  await expectPlayedPast(browser, 0.2);
  expect((await lookAt(browser)).error).toBeNull();
  await moveTo(browser, 8000);
  await expectPlayedPast(browser, 8.2);
  await clickOn(browser, '[data-player] [data-play]');
  await expect.poll(() => lookAt(browser)).toMatchObject({ isPaused: true, said: '' });
  expect(Math.abs((await lookAt(browser)).lengthS - 12)).toBeLessThan(0.1);
  return true;
}

for (const { name, start } of [
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKit', start: startWebKit },
]) {
  test(`${name}: plays recordings, comments on them and compares them`, async ({ team, project, studio }) => {
    test.slow();
    const started = await start();
    if (!started.ok) console.log(`${name} is left out: ${started.reason}.`);
    test.skip(!started.ok, started.ok ? '' : started.reason);
    if (!started.ok) return;
    const { browser } = started;
    try {
      const folder = mkdtempSync(join(tmpdir(), 'other-'));
      const later = ['-af', 'adelay=4800S', '-c:a', 'flac', '-f', 'flac'];
      const flac = readFileSync(await encode(folder, 'mix.flac', later, wave()));
      const mp3 = readFileSync(await encode(folder, 'mix.mp3', ['-c:a', 'libmp3lame', '-f', 'mp3'], wave()));
      rmSync(folder, { recursive: true });
      const files = {
        WAV: await upload(team, project.id, 'Mix v1.wav', wave()),
        FLAC: await upload(team, project.id, 'Mix v2.flac', flac),
        MP3: await upload(team, project.id, 'Mix v3.mp3', mp3),
      };
      const addressOf = (path: string) => new URL(path, studio.address).href;
      const [cookie] = (await team.storageState()).cookies;
      await browser.goto(addressOf('/privacy'));
      await browser.evaluate((text: string) => {
        document.cookie = text;
      }, `${cookie?.name}=${cookie?.value}; path=/`);
      let sounds = true;
      for (const [format, id] of Object.entries(files)) {
        await test.step(`${format} plays, and from another place`, async () => {
          await browser.goto(addressOf(`${project.path}?file=${id}#player`));
          sounds = await playAndSeek(browser);
        });
      }
      await test.step('a comment is added', async () => {
        await clickOn(browser, '[data-comment-form] textarea');
        await pressKey(browser, 'Q');
        await clickOn(browser, '[data-comment-form] [type=submit]');
        const comments = () =>
          browser.evaluate(() => document.querySelector('[data-comment-list] ol')?.textContent ?? '');
        await expect.poll(comments).toContain('Q');
      });
      await test.step('two versions are switched', async () => {
        const path = `/portal/files/${files.WAV}/compare/${files.FLAC}`;
        await expect.poll(async () => (await team.get(path)).text()).toContain('data-compare=');
        await browser.goto(addressOf(path));
        const place = () =>
          browser.evaluate(() => Number(document.querySelector<HTMLInputElement>('[data-position]')?.value));
        if (sounds) {
          await clickOn(browser, '[data-player] [data-play]');
          await expect.poll(place).toBeGreaterThan(300);
        }
        await moveTo(browser, 7000);
        if (sounds) await expect.poll(place).toBeGreaterThan(7300);
        const pressed = () =>
          browser.evaluate(() =>
            [...document.querySelectorAll('[data-compare] [data-voice]')].map((each) =>
              each.getAttribute('aria-pressed'),
            ),
          );
        const before = await pressed();
        await pressKey(browser, 'x');
        await expect.poll(pressed).toEqual(before.toReversed());
        if (sounds) await expect.poll(place).toBeGreaterThan(8000);
      });
      expect(await browser.faults()).toEqual([]);
    } finally {
      await browser.close();
    }
  });
}
