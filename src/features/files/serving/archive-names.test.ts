import { expect, test } from 'vitest';
import project from '#content/project.yaml';
import { archiveNamesOf } from './serve-archive.ts';

test.each([
  ['Stems/Drums/Kick.wav', 'Stems/Drums/Kick.wav'],
  ['../../etc/passwd', 'etc/passwd'],
  ['/etc/passwd', 'etc/passwd'],
  ['C:\\Windows\\x.wav', 'C_/Windows/x.wav'],
  ['a/./b//c.wav', 'a/b/c.wav'],
  ['..', 'file'],
  ['   ', project.files.nameless],
  ['a\u0000b\u202Egnp.wav', 'a_bgnp.wav'],
  ['mix: 1/2?.wav', 'mix_ 1/2_.wav'],
  ['nul.txt', '_nul.txt'],
  ['take. ', 'take'],
])('%j is in the archive as %j', (name, expected) => {
  expect(archiveNamesOf([name])).toEqual([expected]);
});

test('keeps files with equal names apart, even if they differ only in case', () => {
  expect(
    archiveNamesOf(['Mix.wav', 'mix.WAV', 'Mix.wav', 'Mix (2).wav', 'A/Mix.wav', 'README', 'readme']),
  ).toEqual([
    'Mix.wav',
    'mix (2).WAV',
    'Mix (3).wav',
    'Mix (2) (2).wav',
    'A/Mix.wav',
    'README',
    'readme (2)',
  ]);
});

test('does not replace a folder with a file of the same name', () => {
  expect(archiveNamesOf(['Stems', 'Stems/Kick.wav'])).toEqual(['Stems (2)', 'Stems/Kick.wav']);
});

test('names thousands of files with the same name quickly', () => {
  expect(new Set(archiveNamesOf(Array.from({ length: 2000 }, () => 'a.wav'))).size).toBe(2000);
});
