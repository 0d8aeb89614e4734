import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { encodeVideo } from './encoded-sound.fixture.ts';
import { writeSamples } from './write-samples.ts';

test('adds silence before a sound that starts after its video', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'write-samples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const args = ['-c:a', 'pcm_f32le', '-f', 'mov'];
  const path = await encodeVideo(folder, 'late.mov', { pictureS: 1, startS: 1, args });
  const writeTo = join(folder, 'samples');
  writeFileSync(writeTo, '');
  const sizeBytes = 3 * 44_100 * 8;
  const task = { path, container: 'mov', samples: 'f32le', writeTo, sizeBytes } as const;
  await writeSamples(task, { onMore: () => undefined, signal: new AbortController().signal });
  const bytes = readFileSync(writeTo);
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  expect(samples).toHaveLength(3 * 88_200);
  expect(Math.floor(samples.findIndex((sample) => sample !== 0) / 2)).toBe(44_101);
});
