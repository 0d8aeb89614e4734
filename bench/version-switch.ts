import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { report, type Row } from '../drills/report.ts';
import { findProgram } from '../tests/harness/foreign-browser.ts';
import { startSoundOutput, type SoundOutput } from '../tests/harness/sound-output.ts';
import { median } from './quantile.ts';
import { browserOptions } from './site.ts';
import { startStudio } from './studio.ts';

/**
 * Switches between two versions of the same material during playback, 24 times, and prints the jump in the sound, the
 * length of the silence, and the time between the press and the sound of the other version. The browser's output is
 * recorded from a separate PulseAudio server and located in the material. The argument sets the number of switches.
 * Requires PulseAudio.
 */
const switches = Number(process.argv[2] ?? 24);
const rateHz = 48_000;
const lengthS = 60 + 4 * switches;
/** The delay of the newer version in samples. */
const late = 12_345;
const busyLoops = 2;
/** The recording is compared this long before and after a switch, whose time is known to about a tenth of a second. */
const clearS = 0.3;
const [mostMs, windowS, searchedS, restMs] = [20, 0.1, 2, 1500];
/**
 * The minimum correlation between the recording and its place in the material: chance gives 0.06, half a sample off
 * gives 0.6.
 */
const surelyFound = 0.4;

/** In milliseconds of the machine's clock. */
type Switch = { readonly pressedMs: number; readonly shownMs: number };

const recorder = findProgram('parec') ?? '';

/** Records the output of a PulseAudio server; `end` resolves with the samples and the time of the first one. */
function recordOutput({ env }: SoundOutput) {
  const args = [
    '--device=@DEFAULT_MONITOR@',
    '--format=float32le',
    `--rate=${rateHz}`,
    '--channels=1',
    '--latency-msec=20',
  ];
  const parec = spawn(recorder, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  let fromMs = 0;
  parec.stdout.on('data', (chunk: Buffer) => {
    fromMs ||= Date.now();
    chunks.push(chunk);
  });
  return async function end() {
    const ended = new Promise((resolve) => parec.once('close', resolve));
    parec.kill();
    await ended;
    const bytes = Buffer.concat(chunks);
    const { buffer } = new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % 4)));
    return { sound: new Float32Array(buffer), fromMs };
  };
}

/** Uploads a recording and returns its id. */
async function upload(
  { address, cookie, tus, projectId, beginUpload }: Awaited<ReturnType<typeof startStudio>>,
  name: string,
  bytes: Buffer,
) {
  const target = await beginUpload(projectId, name, bytes.length);
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  await fetch(new URL(target, address), { method: 'PATCH', headers, body: new Uint8Array(bytes) });
  const id = target.slice(target.lastIndexOf('/') + 1);
  const sheet = new URL(`/portal/files/${id}/sheet.json`, address);
  while (!(await (await fetch(sheet, { headers: { cookie } })).text()).includes('"integrated"'))
    await new Promise((resolve) => setTimeout(resolve, 500));
  return id;
}

/** Noise without repetition. */
function makeMaterial(): Float32Array {
  let state = 1;
  return Float32Array.from({ length: lengthS * rateHz }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 0.4 * (state / 2 ** 32 - 0.5);
  });
}

const waveOf = (material: Float32Array, delay: number, gain: number) =>
  waveFileOf({
    rateHz,
    bits: 16,
    channels: 1,
    frames: material.length,
    sample: (frame) => gain * (material[frame - delay] ?? 0),
  });

/** Presses the other version; resolves when it has replaced the current one and has sounded for a while. */
const pressOther = (page: Page): Promise<Switch> =>
  page.evaluate(async (forMs) => {
    const player = document.querySelector<HTMLElement>('[data-player]');
    const pressedMs = Date.now();
    const shown = new Promise<number>((resolve) => {
      new MutationObserver((_, watch) => {
        if (player?.isConnected) return;
        watch.disconnect();
        resolve(Date.now());
      }).observe(document.body, { childList: true, subtree: true });
    });
    player?.querySelector<HTMLElement>('[data-version][aria-pressed="false"]')?.click();
    const shownMs = await shown;
    await new Promise((resolve) => setTimeout(resolve, forMs));
    return { pressedMs, shownMs };
  }, restMs);

/**
 * Locates a stretch of the recording in the material, searched around `near`, in samples ahead of the recording; null
 * if it is not found.
 */
function aheadOf({ sound }: Recording, material: Float32Array, at: number, near: number): number | null {
  const [length, reach] = [Math.round(windowS * rateHz), Math.round(searchedS * rateHz)];
  let best = { ahead: near, product: -Infinity };
  for (let ahead = near - reach; ahead <= near + reach; ahead += 1) {
    let product = 0;
    for (let i = 0; i < length; i += 8) product += (sound[at + i] ?? 0) * (material[at + i + ahead] ?? 0);
    if (product > best.product) best = { ahead, product };
  }
  let [product, heard, meant] = [0, 0, 0];
  for (let i = 0; i < length; i += 1) {
    const [one, other] = [sound[at + i] ?? 0, material[at + i + best.ahead] ?? 0];
    product += one * other;
    heard += one ** 2;
    meant += other ** 2;
  }
  return product / Math.sqrt(heard * meant) > surelyFound ? best.ahead : null;
}

/** The longest run of silent milliseconds around a switch. */
function silentMsIn(sound: Float32Array, from: number, to: number): number {
  const step = rateHz / 1000;
  let [longest, run] = [0, 0];
  for (let at = from; at < to; at += step) {
    const loudest = Math.max(...sound.subarray(at, at + step).map((value) => Math.abs(value)));
    run = loudest < 0.02 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

type Recording = { readonly sound: Float32Array; readonly fromMs: number };

/** Returns the switches that can be located in a recording: an overloaded machine leaves gaps in it. */
function resultOf(recording: Recording, material: Float32Array, done: readonly Switch[], startMs: number) {
  const framesOf = (ms: number) => Math.round((ms / 1000) * rateHz);
  // The recording's clock is corrected by the sound before each switch.
  let near = framesOf(recording.fromMs - startMs);
  const found = done.flatMap(({ pressedMs, shownMs }) => {
    near = aheadOf(recording, material, framesOf(pressedMs - startMs - restMs / 3) - near, near) ?? near;
    const at = framesOf(shownMs - startMs) - near;
    const before = aheadOf(recording, material, at - framesOf(1000 * (clearS + windowS)), near);
    const after = aheadOf(recording, material, at + framesOf(1000 * clearS), near);
    if (before === null || after === null) return [];
    near = after;
    const stepMs = (1000 * (after - before)) / rateHz;
    return [
      {
        stepMs,
        silentMs: silentMsIn(recording.sound, at - framesOf(1000 * clearS), at + framesOf(1000 * clearS)),
        // Silence caused by the machine itself.
        elsewhereMs: silentMsIn(recording.sound, at + framesOf(500), at + framesOf(1100)),
        takesMs: shownMs - pressedMs,
      },
    ];
  });
  const steps = found.map(({ stepMs }) => stepMs);
  const most = Math.max(...steps.map((ms) => Math.abs(ms)));
  const silent = Math.max(...found.map(({ silentMs }) => silentMs));
  const row: Row = {
    'switches seen': `${found.length} of ${done.length}`,
    'jump, ms: median': median(steps).toFixed(1),
    'from – to': `${Math.min(...steps).toFixed(1)} – ${Math.max(...steps).toFixed(1)}`,
    'within 20 ms': steps.filter((ms) => Math.abs(ms) <= mostMs).length,
    'silent at most, ms': silent,
    'silent elsewhere, ms': Math.max(...found.map(({ elsewhereMs }) => elsewhereMs)),
    'heard after, ms': median(found.map(({ takesMs }) => takesMs)).toFixed(0),
  };
  return { row, most, silent };
}

const folder = mkdtempSync(join(tmpdir(), 'switch-bench-'));
const output = await startSoundOutput();
if (!output || recorder === '') throw new Error('This bench needs PulseAudio and its parec');
const studio = await startStudio(folder);
const material = makeMaterial();
const firstId = await upload(studio, 'Switch v1.wav', waveOf(material, 0, 1));
await upload(studio, 'Switch v2.wav', waveOf(material, late, 0.8));
const browser = await chromium.launch({
  ...browserOptions(),
  ignoreDefaultArgs: ['--mute-audio'],
  env: { ...process.env, ...output.env },
});

async function measure(isBusy: boolean) {
  const context = await browser.newContext({
    baseURL: studio.address,
    extraHTTPHeaders: { cookie: studio.cookie },
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  const open = () => page.goto(`/desk/projects/${studio.projectId}?file=${firstId}#player`);
  await open();
  const agree = page.locator('form[action="?do=answer-proposals"] [type=submit]');
  if ((await agree.count()) > 0) {
    await agree.click();
    await agree.waitFor({ state: 'detached' });
    await open();
  }
  await page.locator('[data-version][data-places]').waitFor();
  const end = recordOutput(output as SoundOutput);
  await page.locator('[data-wired] [data-play]').first().click();
  await new Promise((resolve) => setTimeout(resolve, restMs));
  const startMs = await page.evaluate(
    () =>
      Date.now() - 1000 * (document.querySelector<HTMLMediaElement>('[data-player] audio')?.currentTime ?? 0),
  );
  const loops = Array.from({ length: isBusy ? busyLoops : 0 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const done: Switch[] = [];
  for (let count = 0; count < switches; count += 1) done.push(await pressOther(page));
  for (const loop of loops) loop.kill('SIGKILL');
  const recording = await end();
  await context.close();
  return resultOf(recording, material, done, startMs);
}

const idle = await measure(false);
const busy = await measure(true);
await browser.close();
await studio.stop();
await output.end();
rmSync(folder, { recursive: true });
report({
  tables: [{ rows: { 'nothing else to do': idle.row, [`beside ${busyLoops} busy loops`]: busy.row } }],
  notes: [`To reach: ${mostMs} ms either way, and no silence.`],
  broken:
    idle.most > mostMs || idle.silent > 0
      ? [`A switch jumps by ${idle.most.toFixed(1)} ms, or is silent for ${idle.silent} ms`]
      : [],
});
