import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeSound, probeSound } from '#src/audio/decode-sound.ts';
import { encode } from '#src/audio/encoded-sound.fixture.ts';
import { figurePathOf } from '#src/audio/figure-path.ts';
import { measureSound } from '#src/audio/measure-sound.ts';
import { createPitchMeter } from '#src/audio/pitch-meter.ts';
import { report } from '../drills/report.ts';
import { residentKbOf } from './resident-kb.ts';

/**
 * Prints how many seconds of sound are decoded, measured and, where browsers need it, encoded as FLAC per second of CPU
 * time, how many are only decoded, and the memory for all of it beyond the program's own; then the share of the
 * pitches, and the time for the lines of a figure. `npm run bench -- sound`; ten minutes of stereo at 44.1 kHz.
 */
const soundS = 600;

const formats: readonly (readonly [string, readonly string[]])[] = [
  ['WAV, 24 bit', ['-c:a', 'pcm_s24le', '-f', 'wav']],
  ['FLAC, 24 bit', ['-c:a', 'flac', '-f', 'flac']],
  ['AIFF, 24 bit', ['-c:a', 'pcm_s24be', '-f', 'aiff']],
  ['MP3', ['-c:a', 'libmp3lame', '-f', 'mp3']],
  ['M4A (AAC)', ['-c:a', 'aac', '-f', 'mov']],
];

/** Returns the seconds of sound processed per second of CPU time. */
async function rateOf(work: () => Promise<unknown>): Promise<string> {
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return (soundS / ((user + system) / 1e6)).toFixed(0);
}

async function decode(path: string): Promise<void> {
  const format = await probeSound(path);
  if (typeof format === 'string') throw new Error(`${path}: ${format}`);
  await decodeSound({ path, format, rendition: null }, () => undefined);
}

const folder = mkdtempSync(join(tmpdir(), 'sound-bench-'));
const rows: Record<string, Record<string, string>> = {};
for (const [name, args] of formats) {
  const path = await encode(folder, 'sound', ['-af', `aloop=-1:size=88200,atrim=0:${soundS}`, ...args]);
  const before = residentKbOf(process.pid);
  let most = before;
  const look = setInterval(() => (most = Math.max(most, residentKbOf(process.pid))), 100);
  const made: string[] = [];
  const rate = await rateOf(async () => {
    const outcome = await measureSound(
      { path, writeTo: join(folder, 'made') },
      { onProgress: () => undefined, signal: new AbortController().signal },
    );
    if (outcome.kind !== 'measured') throw new Error(`${name}: ${outcome.reason}`);
    made.push(...outcome.artefacts);
  });
  clearInterval(look);
  rows[name] = {
    'seconds of sound a second': rate,
    'decoded alone': await rateOf(() => decode(path)),
    'writes FLAC': made.includes('rendition') ? 'yes' : 'no',
    'memory, MB': ((most - before) / 1024).toFixed(0),
  };
}

/** Milliseconds of CPU time, the mean of ten runs after a warm-up. */
async function msOf(work: () => unknown): Promise<string> {
  await work();
  const cpu = process.cpuUsage();
  for (let run = 0; run < 10; run++) await work();
  const { user, system } = process.cpuUsage(cpu);
  return ((user + system) / 10_000).toFixed(2);
}

const second = new Float32Array(2 * 44_100).map((_, at) => 0.3 * Math.sin(at / 50) + 0.1 * Math.sin(at ** 2));
const meter = createPitchMeter(44_100, 2);
const pitches = [57, 64, 60, 55].map((note, index) => ({ note, hz: 220, share: 1 - 0.2 * index }));
const figures = {
  'pitches of ten seconds of stereo': {
    ms: await msOf(() => {
      for (let s = 0; s < 10; s++) meter.add(second);
    }),
  },
  'lines of a figure': { ms: await msOf(() => figurePathOf(pitches)) },
};
report({ tables: [{ rows }, { caption: 'Of the figure of a recording', rows: figures }] });
rmSync(folder, { recursive: true });
