import { expect, test } from 'vitest';
import { recordingNameOf, suggestRecording, versionNumberFor } from './recording-versions.ts';

const knownAs = (name: string, change = {}) => ({
  name,
  folder: '',
  kind: 'audio' as const,
  recordingId: name,
  proposedFor: null,
  uploadedAt: new Date('2026-11-19T12:00:00Z'),
  ...change,
});

const suggestedFor = (name: string, ...known: readonly ReturnType<typeof knownAs>[]) =>
  suggestRecording({ name, folder: '', kind: 'audio' }, known);

test.each([
  ['Tidewater_mix_v3.wav', 'Tidewater mix.wav'],
  ['Tidewater mix (3).wav', 'Tidewater_mix_v2.wav'],
  ['tidewater-mix V10.WAV', 'Tidewater_mix.wav'],
  ['Tidewater mix.wav', 'Tidewater mix.wav'],
  ['Tidewater mix final.wav', 'Tidewater_mix_v2.wav'],
  ['Tidewater mix rev. 2.aiff', 'Tidewater_mix_v1.wav'],
  ['東京 v2.wav', '東京 v1.wav'],
])('%s is suggested as a version of %s', (name, known) => {
  expect(suggestedFor(name, knownAs(known))).toBe(known);
});

test.each([
  ['Tidewater_master.wav', 'Tidewater_mix.wav'],
  ['v2.wav', 'v1.wav'],
  ['Reel2.wav', 'Reel1.wav'],
  // A copy: the same version in another format.
  ['Tidewater_mix_v2.mp3', 'Tidewater_mix_v2.wav'],
])('%s is not suggested as a version of %s', (name, known) => {
  expect(suggestedFor(name, knownAs(known))).toBeNull();
});

test('does not suggest files of another folder', () => {
  const kick = { name: 'Kick v2.wav', kind: 'audio' as const };
  const known = [knownAs('Kick v1.wav', { folder: 'Tide/Stems' })];
  expect(suggestRecording({ ...kick, folder: 'Mole/Stems' }, known)).toBeNull();
  expect(suggestRecording({ ...kick, folder: 'Tide/Stems' }, known)).toBe('Kick v1.wav');
  expect(suggestRecording({ ...kick, folder: '' }, known)).toBe('Kick v1.wav');
});

test('does not suggest files of another kind', () => {
  expect(suggestedFor('Cues v2.pdf', knownAs('Cues v1.pdf', { kind: 'document' }))).toBeNull();
});

test('suggests the existing recording for all simultaneous uploads', () => {
  const v2 = knownAs('Mix_v2.wav', {
    proposedFor: 'Mix_v1.wav',
    uploadedAt: new Date('2026-11-20T12:00:00Z'),
  });
  expect(suggestedFor('Mix_v3.wav', knownAs('Mix_v1.wav'), v2)).toBe('Mix_v1.wav');
});

test('numbers a version by its name if free, else with the next number', () => {
  expect(versionNumberFor('Mix_v3.wav', [1, 2])).toBe(3);
  expect(versionNumberFor('Mix_v2.wav', [1, 3])).toBe(2);
  expect(versionNumberFor('Mix_v2.wav', [1, 2])).toBe(3);
  expect(versionNumberFor('Mix.wav', [])).toBe(1);
  expect(versionNumberFor('Mix.wav', [7])).toBe(8);
});

test('names a recording after its first file without the version suffix', () => {
  expect(recordingNameOf('Tidewater_R3_mix_v2.wav')).toBe('Tidewater_R3_mix');
  expect(recordingNameOf('v2.wav')).toBe('v2');
  expect(recordingNameOf('.wav')).toBe('.wav');
});
