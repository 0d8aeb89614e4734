import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPdf } from '#src/platform/pdf/read-pdf.fixture.ts';

const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, 'sample/files', name));

const samplesOf = (name: string) => {
  const file = bytesOf(name);
  return new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length));
};

const loudestOf = (samples: Int16Array, from: number, to: number) =>
  samples.subarray(from * 22_050, to * 22_050).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

test('creates mixes of 24 s with the peaks of the delivery report and the differences named in the messages', () => {
  const [v1, v2] = [samplesOf('mix-v1'), samplesOf('mix-v2')];
  expect([v1.length, v2.length]).toEqual([24 * 22_050, 24 * 22_050]);
  expect(20 * Math.log10(loudestOf(v2, 0, 24) / 32_767)).toBeCloseTo(-2.4, 1);
  // The swell is 1.5 dB louder; the part before it is unchanged.
  expect(20 * Math.log10(loudestOf(v2, 8.2, 13) / loudestOf(v1, 8.2, 13))).toBeCloseTo(1.5, 1);
  expect(Math.abs(20 * Math.log10(loudestOf(v2, 2, 8) / loudestOf(v1, 2, 8)))).toBeLessThan(0.1);
  // The generator hums under the quay in the first version, whose tail is silent.
  expect(loudestOf(v1, 22, 24)).toBeLessThan(30);
  expect(loudestOf(v2, 21, 22)).toBeGreaterThan(300);
});

test('creates the cue list as a PDF of one page and the loudness with one row per second', async () => {
  const { sheets } = await readPdf(bytesOf('cue-list'));
  expect(sheets).toHaveLength(1);
  const rows = bytesOf('loudness').toString().trim().split('\r\n');
  expect(rows).toHaveLength(25);
  expect(rows.slice(1).every((row) => /^\d+,-?\d+\.\d,-?\d+\.\d$/.test(row))).toBe(true);
});
