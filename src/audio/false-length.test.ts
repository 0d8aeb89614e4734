import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import words from '#content/sound.yaml';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { measuredNotes } from '#src/features/files/measurements/measurement-text.ts';
import { fill } from '#src/platform/fill.ts';
import { measureFile } from './measure-file.ts';

test('reports a false length of ten hours, and ignores the maximum length of streamed files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'false-length-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'lie.wav');
  const rateHz = 8000;
  const notesOf = async (saidBytes: number) => {
    const sample = (frame: number) => Math.sin(frame / 7) / 2;
    writeFileSync(path, waveFileOf({ rateHz, frames: 2 * rateHz, sample, saidBytes }));
    const outcome = await measureFile({ path, writeTo: join(folder, 'made') }, () => undefined);
    return outcome.kind === 'measured' ? measuredNotes(outcome.measures) : outcome.reason;
  };
  const values = { declared: '10:00:00.000', held: '0:02.000' };
  expect(await notesOf(36_000 * rateHz * 2)).toEqual([fill(words.notes.cut, values)]);
  for (const streamed of [0, 0xff_ff_ff_ff, 0x7f_ff_f0_00]) expect(await notesOf(streamed)).toEqual([]);
});
