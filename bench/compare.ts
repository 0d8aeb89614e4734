import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareSounds } from '#src/audio/alignment/compare-sounds.ts';
import { musicOf, rateHz, type Music } from '#src/audio/alignment/music.fixture.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { report } from '../drills/report.ts';

/**
 * Prints how precisely two versions of 90 seconds are aligned, and the CPU time per second of sound. `npm run bench --
 * compare`.
 */
const soundS = 90;
const late = 12_345;
const music = musicOf(soundS);

const changes: Readonly<Record<string, (value: number, at: number) => number>> = {
  'as it was': (value) => value,
  equalised: (value, at) => value - 0.8 * (music[at - 1] ?? 0),
  'hard limited': (value) => Math.tanh(4 * value) * 0.6,
  'with noise': (value, at) => value + 0.02 * Math.sin(at * at * 0.37),
  inverted: (value) => -value,
};

const folder = mkdtempSync(join(tmpdir(), 'compare-bench-'));
function write(name: string, sound: Music) {
  const path = join(folder, name);
  const sample = (frame: number) => Math.max(-1, Math.min(1, sound[frame] ?? 0));
  writeFileSync(path, waveFileOf({ rateHz, frames: sound.length, sample }));
  return { path, lengthS: sound.length / rateHz };
}

const older = write('older.wav', music);
const rows: Record<string, Record<string, string>> = {};
for (const [name, change] of Object.entries(changes)) {
  const changed = new Float32Array(music.length + late);
  changed.set(music.map(change), late);
  const newer = write('newer.wav', changed);
  const cpu = process.cpuUsage();
  const outcome = await compareSounds(
    { older, newer },
    { onProgress: () => undefined, signal: new AbortController().signal },
  );
  const { user, system } = process.cpuUsage(cpu);
  if (outcome.kind !== 'compared') throw new Error(`${name}: ${outcome.reason}`);
  const { pieces } = outcome.comparison;
  const errors = pieces.map(({ olderAt, newerAt }) => Math.abs(newerAt - olderAt - late));
  rows[name] = {
    pieces: String(pieces.length),
    'error, samples': String(Math.max(...errors)),
    'processor seconds a second': ((user + system) / 1e6 / soundS).toFixed(3),
  };
}
report({ tables: [{ rows }] });
rmSync(folder, { recursive: true });
