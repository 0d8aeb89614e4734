import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { report } from '../drills/report.ts';
import { cpuTicksOf } from './cpu-ticks.ts';
import { encoder, encodeSound } from './long-sound.ts';
import { residentKbOf } from './resident-kb.ts';
import { browserOptions } from './site.ts';
import { startStudio } from './studio.ts';

/**
 * Runs sound of two hours in five formats through upload, measurement, playback and comparison in a separate studio,
 * and prints the time of each and the server's memory meanwhile. `npm run bench -- long-recordings`; 120 minutes of all
 * formats, or the given number of minutes, then of formats. Requires the system's ffmpeg.
 */
const minutes = Number(process.argv[2] ?? 120);
const pieceBytes = 8_000_000;
const lookEveryMs = 500;
const seekTo = 0.83;

const late = 'adelay=12345S:all=1,volume=-2dB';
/** Each is compared with the one before it. They are encoded at the fastest settings. */
const formats = [
  ['WAV, 24 bit', 'v1.wav', ['-c:a', 'pcm_s24le']],
  ['MP3', 'v2.mp3', ['-af', late, '-c:a', 'libmp3lame', '-b:a', '256k', '-compression_level', '9']],
  ['FLAC, 24 bit', 'v3.flac', ['-c:a', 'flac', '-compression_level', '2']],
  ['M4A (AAC)', 'v4.m4a', ['-af', late, '-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '192k']],
  ['Opus', 'v5.opus', ['-c:a', 'libopus', '-b:a', '128k', '-compression_level', '0']],
].slice(0, Number(process.argv[3] ?? 5)) as [string, string, string[]][];

const folder = mkdtempSync(join(tmpdir(), 'long-bench-'));
const pathOf = (file: string) => join(folder, file);

const studio = await (async () => {
  if (spawnSync(encoder, ['-version']).status !== 0) throw new Error('This bench needs ffmpeg');
  await encodeSound(
    60 * minutes,
    formats.flatMap(([, file, args]) => [...args, pathOf(file)]),
  );
  return startStudio(folder);
})();
const { pid, address, cookie, tus, projectId } = studio;
const get = (path: string) => fetch(new URL(path, address), { headers: { cookie } });

type Cost = { readonly s: number; readonly cpuS: number; readonly mostMb: number };

/** Measures the time of an action and the server's peak memory during it. */
async function costOf<T>(run: () => Promise<T>): Promise<readonly [T, Cost]> {
  // Resets the peak memory.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const [from, ticks] = [performance.now(), cpuTicksOf(pid)];
  const result = await run();
  const mostMb = Math.round(residentKbOf(pid, 'most') / 1024);
  return [result, { s: (performance.now() - from) / 1000, cpuS: (cpuTicksOf(pid) - ticks) / 100, mostMb }];
}

async function upload(file: string): Promise<string> {
  const { size } = statSync(pathOf(file));
  const target = await studio.beginUpload(projectId, file, size);
  const handle = await open(pathOf(file));
  for (let offset = 0; offset < size;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, offset);
    const headers = {
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    };
    const body = buffer.subarray(0, bytesRead);
    const answer = await fetch(new URL(target, address), { method: 'PATCH', headers, body });
    if (answer.status !== 204) throw new Error(`${file}: ${answer.status}`);
    offset += bytesRead;
  }
  await handle.close();
  return target.slice(target.lastIndexOf('/') + 1);
}

/** Polls a page until it contains a text. */
async function until(path: string, says: (text: string) => boolean): Promise<string> {
  for (;;) {
    const answer = await get(path);
    const text = await answer.text();
    if (answer.ok && says(text)) return text;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** Returns whether a delivery report has measurements; throws if it reports that there will be none. */
function isMeasured(sheet: string): boolean {
  const { measures, reason } = JSON.parse(sheet) as { measures: object | null; reason: string | null };
  if (reason !== null) throw new Error(`Not measured: ${reason}`);
  return measures !== null;
}

const shown = (value: number) => Number(value.toPrecision(3));

/** Opens a page and counts the bytes received until it has loaded and `ready` is visible. */
async function openPage(page: Page, path: string, ready: string) {
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.dataReceived', ({ dataLength }) => (bytes += dataLength));
  const from = performance.now();
  await page.goto(new URL(path, address).href);
  await page.locator(ready).first().waitFor();
  return { openS: (performance.now() - from) / 1000, bytes: () => bytes };
}

async function play(page: Page, id: string) {
  const { openS, bytes } = await openPage(
    page,
    `/desk/projects/${projectId}?file=${id}#player`,
    `[data-player="${id}"][data-wired]`,
  );
  const audio = page.locator('[data-player] audio');
  await audio.evaluate((media) => {
    (media as HTMLAudioElement).muted = true;
    return (media as HTMLAudioElement).play();
  });
  const from = performance.now();
  const at = 60 * minutes * seekTo;
  await page.locator('[data-position]').evaluate(
    (input, ms) => {
      (input as HTMLInputElement).value = String(ms);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    },
    Math.round(at * 1000),
  );
  const placeS = () => audio.evaluate((media) => (media as HTMLAudioElement).currentTime);
  while ((await placeS()) < at + 0.3) await page.waitForTimeout(20);
  const seekS = (performance.now() - from) / 1000 - 0.3;
  await audio.evaluate((media) => (media as HTMLAudioElement).pause());
  return { 'page, s': shown(openS), 'seek, s': shown(seekS), 'page and seek, MB': shown(bytes() / 1e6) };
}

async function playCompared(page: Page, path: string) {
  const { openS, bytes } = await openPage(page, path, '[data-compare]');
  const placeMs = () => page.locator('[data-position]').inputValue().then(Number);
  const goOnFrom = async (ms: number) => {
    const from = performance.now();
    while ((await placeMs()) < ms + 300) await page.waitForTimeout(20);
    return (performance.now() - from) / 1000 - 0.3;
  };
  await page.locator('[data-player] [data-play]').first().click();
  const playS = await goOnFrom(0);
  const at = Math.round((60_000 * minutes * seekTo) / 100) * 100;
  await page.locator('[data-position]').fill(String(at));
  const seekS = await goOnFrom(at);
  await page.keyboard.press('x');
  await goOnFrom(await placeMs());
  const figures = {
    'page, s': shown(openS),
    'play, s': shown(playS),
    'seek, s': shown(seekS),
    'all, MB': shown(bytes() / 1e6),
  };
  await page.close();
  return figures;
}

/** The sentence with which a comparison page reports the offset of the newer version. */
function foundIn(html: string) {
  const text = /data-compare="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '{}';
  const { pieces = [] } = JSON.parse(text) as { pieces?: readonly { newerAt: number; olderAt: number }[] };
  const [first] = pieces;
  return { pieces: pieces.length, 'samples later': first ? first.newerAt - first.olderAt : '' };
}

type Table = Record<string, Record<string, string | number>>;
const measured: Table = {};
const compared: Table = {};
const browser = await chromium.launch(browserOptions());
const context = await browser.newContext({ baseURL: address });
const [cookieName = '', cookieValue = ''] = cookie.split('=');
await context.addCookies([{ name: cookieName, value: cookieValue, url: address }]);
const mediaErrors: string[] = [];
const ids: string[] = [];
const lengthS = 60 * minutes;
for (const [index, [name, file]] of formats.entries()) {
  const [id, sent] = await costOf(() => upload(file));
  const [, took] = await costOf(() => until(`/portal/files/${id}/sheet.json`, isMeasured));
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => mediaErrors.push(`${name}: ${message}`));
  const [played, playing] = await costOf(() => play(page, id));
  await page.close();
  measured[name] = {
    MB: Math.round(statSync(pathOf(file)).size / 1e6),
    'upload, s': shown(sent.s),
    'upload, most MB': sent.mostMb,
    'measured, s': shown(took.s),
    'sound a processor second': Math.round(lengthS / took.cpuS),
    'measured, most MB': took.mostMb,
    ...played,
    'playing, most MB': playing.mostMb,
  };
  console.log(name, measured[name]);
  const before = ids.at(-1);
  ids.push(id);
  if (before === undefined) continue;
  const path = `/portal/files/${before}/compare/${id}`;
  const [text, comparing] = await costOf(() => until(path, (html) => html.includes('data-compare=')));
  compared[`${formats[index - 1]?.[0]} and ${name}`] = {
    ...foundIn(text),
    'compared, s': shown(comparing.s),
    'processor s per s': shown(comparing.cpuS / lengthS),
    'most MB': comparing.mostMb,
    ...(await playCompared(await context.newPage(), path)),
  };
}
report({
  tables: [
    { caption: `${minutes} minutes`, rows: measured },
    { caption: 'Compared', rows: compared },
  ],
  notes: mediaErrors,
});
await browser.close();
await studio.stop();
rmSync(folder, { recursive: true });
