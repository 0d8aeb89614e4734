import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { floatWaveOf } from '#src/playing/wave-layout.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { ownFile, readOwn, unreadFaults } from './own-sounds.ts';

/** A root whose content/audio contains files of these names. */
function rootWith(...names: readonly string[]): string {
  const root = makeTestFolder();
  mkdirSync(join(root, 'content/audio'), { recursive: true });
  for (const name of names) writeFileSync(join(root, 'content/audio', name), '');
  return root;
}

test('names a sound that is misspelled, of another type or duplicated, and no other file of the folder', () => {
  const own = ['quay-before.wav', 'quay-before.flac', 'Quay-after.wav', 'quay-after.aiff', 'neap.flac'];
  const root = rootWith(...own, 'read-me.txt', '._neap.flac', '.DS_Store');
  const faults = unreadFaults(root, ['quay-before', 'quay-after', 'neap']);
  expect(faults.map((fault) => fault.split(': ')[0])).toEqual([
    'content/audio/Quay-after.wav',
    'content/audio/quay-after.aiff',
    'content/audio/quay-before.flac',
  ]);
  expect(unreadFaults(makeTestFolder(), ['quay-before'])).toEqual([]);
});

test('does not accept a folder as a sound', () => {
  const root = rootWith();
  mkdirSync(join(root, 'content/audio/quay-before.wav'));
  expect(ownFile(root, 'quay-before')).toBe(null);
});

test('names a silent file', async () => {
  const root = rootWith();
  const file = 'content/audio/quay-before.wav';
  writeFileSync(join(root, file), new Uint8Array(floatWaveOf([new Float32Array(48_000)], 48_000)));
  await expect(readOwn(root, file)).rejects.toThrow(`${file}: is silent`);
});
