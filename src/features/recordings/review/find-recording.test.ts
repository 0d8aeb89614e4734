import { expect, test } from 'vitest';
import project from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';
import type { ProjectFile } from '#src/features/recordings/files/list-project-files.ts';
import { recordingOf } from './find-recording.ts';

const fileOf = (name: string, change: Partial<ProjectFile> = {}): ProjectFile => ({
  id: name,
  projectId: 'project',
  name,
  kind: 'audio',
  sizeBytes: 1,
  sha256: '',
  needsApproval: false,
  durationMs: 1000,
  mediaType: 'audio/wav',
  supersededBy: null,
  isWaiting: false,
  uploadNumber: 1,
  uploadCount: 1,
  openComments: 0,
  uploadedAt: new Date('2026-11-19T12:00:00Z'),
  uploadedByName: 'Ada Brandt',
  approvedBy: null,
  approvedByName: null,
  approvedAt: null,
  ...change,
});

const shownOf = (files: ProjectFile[], fileId: string | null = null) => recordingOf(files, fileId)?.file.id;

test('the recording asked for is shown, and no other file', () => {
  const files = [fileOf('b.wav'), fileOf('a.wav'), fileOf('cues.pdf', { kind: 'document' })];
  expect(shownOf(files, 'a.wav')).toBe('a.wav');
  expect(shownOf(files, 'cues.pdf')).toBeUndefined();
  expect(shownOf(files, 'elsewhere')).toBeUndefined();
});

test('without a choice, the newest that waits for approval is shown, else the newest', () => {
  const approved = { needsApproval: true, approvedAt: new Date('2026-11-20T12:00:00Z') };
  const waiting = fileOf('waiting.wav', { needsApproval: true, isWaiting: true });
  const files = [fileOf('newest.wav'), fileOf('approved.wav', approved), waiting, fileOf('old.wav')];
  expect(shownOf(files)).toBe('waiting.wav');
  expect(shownOf(files.filter((file) => file !== waiting))).toBe('newest.wav');
  expect(shownOf([fileOf('cues.pdf', { kind: 'document' })])).toBeUndefined();
});

test('versions are the recordings of the same name, in the order of their numbers', () => {
  const names = [
    'Mix_v10.wav',
    'mix_V2.wav',
    'Mix_v1.wav',
    'Mix_v3.mp3',
    'Mix.wav',
    'Remix_v1.wav',
    'Mixv4.wav',
  ];
  const recording = recordingOf(
    names.map((name) => fileOf(name)),
    'Mix_v1.wav',
  );
  expect(recording?.versions).toEqual([
    { id: 'Mix_v1.wav', number: 1, label: 'Mix_v1.wav' },
    { id: 'mix_V2.wav', number: 2, label: 'mix_V2.wav' },
    { id: 'Mix_v10.wav', number: 10, label: 'Mix_v10.wav' },
  ]);
});

test('files of one name are versions in the order of their uploads, and can be told apart', () => {
  const upload = (number: number) =>
    fileOf('Mix.wav', {
      id: `upload ${number}`,
      uploadNumber: number,
      uploadCount: 2,
      uploadedAt: new Date(Date.UTC(2026, 10, number)),
    });
  expect(recordingOf([upload(2), upload(1)], 'upload 1')?.versions).toEqual([
    { id: 'upload 1', number: 1, label: fill(project.files.oneOfSeveral, { file: 'Mix.wav', number: '1' }) },
    { id: 'upload 2', number: 2, label: fill(project.files.oneOfSeveral, { file: 'Mix.wav', number: '2' }) },
  ]);
});

test('a name without a version has no other versions', () => {
  expect(recordingOf([fileOf('a.wav'), fileOf('b.wav')], 'a.wav')?.versions).toEqual([]);
});
