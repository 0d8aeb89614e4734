import { expect, test } from 'vitest';
import { shortNameOf } from './recording-select.tsx';

test('shortens long names so that their ends differ, without cutting a character', () => {
  const name = `${'Strings-and-Voices_'.repeat(5)}v`;
  expect(shortNameOf(`${name}2.wav`, 36)).toBe('Strings-and-Voice…and-Voices_v2.wav');
  expect(shortNameOf(`${name}3.wav`, 36)).not.toBe(shortNameOf(`${name}2.wav`, 36));
  expect(shortNameOf('🎚️'.repeat(40), 9).isWellFormed()).toBe(true);
  expect(shortNameOf('Mix.wav', 36)).toBe('Mix.wav');
});
