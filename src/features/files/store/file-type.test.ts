import { expect, test } from 'vitest';
import { fileTypeOf, lacksSound } from './file-type.ts';

const playlist = Buffer.from('#EXTM3U\nfile:///etc/passwd\n');
const movie = Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1');

test.each([
  ['Mix.wav', playlist, true],
  ['Scene.mp4', playlist, true],
  ['Scene.avi', playlist, true],
  ['Scene.mp4', movie, false],
  ['Notes.txt', playlist, false],
])('%s with other bytes than its name says is told from one that plays', (name, bytes, lacks) => {
  expect(lacksSound({ name, ...fileTypeOf(name, bytes) })).toBe(lacks);
});
