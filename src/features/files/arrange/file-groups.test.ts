import { expect, test } from 'vitest';
import { entriesOf, groupOf, sectionsOf } from './file-groups.ts';

const fileOf = (name: string, more: object = {}) => ({
  id: name,
  name,
  folder: '',
  kind: 'audio' as const,
  stage: null,
  group: null,
  isFromClient: false,
  recordingId: `recording of ${name}`,
  version: 1,
  isPinned: false,
  position: null,
  formatOf: null,
  ...more,
});

test('groups files by what the team set, their kind, stage, folder and name', () => {
  const groups = [
    fileOf('Tide.wav'),
    fileOf('Tide.wav', { stage: 'master' }),
    fileOf('Tide.wav', { folder: 'Album/Stems' }),
    fileOf('Tide_stem_kick.wav'),
    fileOf('Tide (Mastered).wav'),
    fileOf('Systems.wav'),
    fileOf('Stem.wav', { stage: 'mix' }),
    fileOf('Take 1.wav', { isFromClient: true }),
    fileOf('Cue sheet.pdf', { kind: 'document' }),
    fileOf('Cover.png', { kind: 'image' }),
    fileOf('Reel.mov', { kind: 'video' }),
    fileOf('Session.zip', { kind: 'other' }),
    fileOf('Session.zip', { kind: 'other', group: 'stems' }),
  ].map((file) => groupOf(file));
  expect(groups).toEqual([
    'mixes',
    'masters',
    'stems',
    'stems',
    'masters',
    'mixes',
    'mixes',
    'other',
    'documents',
    'documents',
    'video',
    'other',
    'stems',
  ]);
});

test('sorts names with numbers naturally, after the entries that the team ordered', () => {
  const names = ['10 Harbour.wav', '2 Mole.wav', '1 Tide.wav', 'é.wav', 'Zebra.wav', 'f.wav'];
  const listed = (files: ReturnType<typeof fileOf>[]) => entriesOf(files).map(({ file }) => file.name);
  expect(listed(names.map((name) => fileOf(name)))).toEqual([
    '1 Tide.wav',
    '2 Mole.wav',
    '10 Harbour.wav',
    'é.wav',
    'f.wav',
    'Zebra.wav',
  ]);
  const ordered = names.map((name) => fileOf(name, { position: name === 'Zebra.wav' ? 0 : null }));
  expect(listed(ordered)[0]).toBe('Zebra.wav');
});

test('lists versions and formats of a recording as one entry, and folders one after the other', () => {
  const versions = { recordingId: 'tide' };
  const sections = sectionsOf([
    fileOf('Tide v1.wav', { ...versions, stage: 'mix', folder: 'Album' }),
    fileOf('Tide v2.wav', { ...versions, version: 2, stage: 'master' }),
    fileOf('Tide v2.mp3', { formatOf: 'Tide v2.wav' }),
    fileOf('Tide v2.flac', { formatOf: 'Tide v2.wav' }),
    fileOf('Lost.mp3', { formatOf: 'removed' }),
    fileOf('kick.wav', { folder: 'Stems/10' }),
    fileOf('snare.wav', { folder: 'Stems/2' }),
    fileOf('bass.wav', { folder: 'Stems/2' }),
  ]);
  expect(sections.map(({ group, entries }) => [group, entries.map(({ file }) => file.name)])).toEqual([
    ['mixes', ['Lost.mp3']],
    ['masters', ['Tide v2.wav']],
    ['stems', ['bass.wav', 'snare.wav', 'kick.wav']],
  ]);
  const tide = sections[1]?.entries[0];
  expect(tide?.folder).toBe('Album');
  expect(tide?.versions.map(({ name }) => name)).toEqual(['Tide v2.wav', 'Tide v1.wav']);
  expect(tide?.formats.get('Tide v2.wav')?.map(({ name }) => name)).toEqual(['Tide v2.flac', 'Tide v2.mp3']);
});
