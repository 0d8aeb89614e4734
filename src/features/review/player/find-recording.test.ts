import { expect, test } from 'vitest';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { recordingOf } from './find-recording.ts';

const fileOf = (name: string, change: Partial<ProjectFile> = {}): ProjectFile => ({
  id: name,
  projectId: 'project',
  name,
  originalName: null,
  note: '',
  folder: '',
  group: null,
  position: null,
  formatOf: null,
  formatProposedFor: null,
  kind: 'audio',
  sizeBytes: 1,
  sha256: '',
  needsApproval: false,
  durationMs: 1000,
  mediaType: 'audio/wav',
  supersededBy: null,
  recordingId: name,
  version: 1,
  stage: null,
  isPinned: false,
  proposedFor: null,
  state: null,
  isWaiting: false,
  changesRequestedAt: null,
  changesRequestedByName: null,
  requestedChanges: null,
  isFromClient: false,
  uploadNumber: 1,
  uploadCount: 1,
  openComments: 0,
  figureKey: null,
  uploadedAt: new Date('2026-11-19T12:00:00Z'),
  uploadedByName: 'Ada Brandt',
  approvedBy: null,
  approvedByName: null,
  approvedAt: null,
  isReceiptPublished: null,
  ...change,
});

const document = { kind: 'document', mediaType: 'application/octet-stream' } as const;

const shownOf = (files: ProjectFile[], fileId: string | null = null) => recordingOf(files, fileId)?.file.id;

test('shows the requested recording, and no other file', () => {
  const files = [fileOf('b.wav'), fileOf('a.wav'), fileOf('cues.pdf', document)];
  expect(shownOf(files, 'a.wav')).toBe('a.wav');
  expect(shownOf(files, 'cues.pdf')).toBeUndefined();
  expect(shownOf(files, 'elsewhere')).toBeUndefined();
});

test('shows a video, unless no browser plays it', () => {
  const files = [
    fileOf('scene.avi', { ...document, kind: 'video' }),
    fileOf('scene.mov', { kind: 'video', mediaType: 'video/mp4' }),
  ];
  expect(shownOf(files)).toBe('scene.mov');
  expect(shownOf(files, 'scene.avi')).toBeUndefined();
});

test('defaults to the newest file that waits for approval, else the newest', () => {
  const approved = { needsApproval: true, approvedAt: new Date('2026-11-20T12:00:00Z') };
  const waiting = fileOf('waiting.wav', { needsApproval: true, isWaiting: true });
  const files = [fileOf('newest.wav'), fileOf('approved.wav', approved), waiting, fileOf('old.wav')];
  expect(shownOf(files)).toBe('waiting.wav');
  expect(shownOf(files.filter((file) => file !== waiting))).toBe('newest.wav');
  expect(shownOf([fileOf('cues.pdf', document)])).toBeUndefined();
});

const versionOf = (id: string, change: Partial<ProjectFile>) => fileOf(id, { recordingId: 'mix', ...change });

test('lists the versions of the recording by number, whatever their names', () => {
  const approvedAt = new Date('2026-11-20T12:00:00Z');
  const files = [
    versionOf('Take five.wav', { version: 10 }),
    versionOf('Mix_v1.wav', { version: 1, stage: 'rough', approvedAt }),
    versionOf('Mix_v7.wav', { version: 2, isPinned: true }),
    fileOf('Mix_v2.wav'),
  ];
  const found = recordingOf(files, 'Mix_v1.wav')?.versions;
  expect(found?.map(({ number, label }) => [number, label])).toEqual([
    [1, 'Mix_v1.wav'],
    [2, 'Mix_v7.wav'],
    [10, 'Take five.wav'],
  ]);
  expect(found?.map(({ stage, isPinned, isApproved }) => [stage, isPinned, isApproved])).toEqual([
    ['rough', false, true],
    [null, true, false],
    [null, false, false],
  ]);
  expect(recordingOf(files, 'Mix_v2.wav')?.versions).toEqual([]);
});

test('defaults to the pinned version of the recording', () => {
  const pinned = versionOf('v1.wav', { isPinned: true });
  const newest = versionOf('v2.wav', { version: 2, isWaiting: true });
  expect(shownOf([fileOf('other.wav'), pinned, newest])).toBe('v1.wav');
  expect(shownOf([pinned, newest], 'v2.wav')).toBe('v2.wav');
  expect(shownOf([fileOf('waiting.wav', { isWaiting: true }), pinned])).toBe('waiting.wav');
});

test('names the next recording of the list, by its pinned or newest version', () => {
  const files = [
    fileOf('b.wav', { recordingId: 'b', version: 2, isPinned: true }),
    fileOf('b_v3.wav', { recordingId: 'b', version: 3 }),
    fileOf('cues.pdf', document),
    fileOf('a.wav', { recordingId: 'a', version: 1 }),
    fileOf('a_v2.wav', { recordingId: 'a', version: 2 }),
  ];
  expect(recordingOf(files, 'b_v3.wav')?.next?.id).toBe('a_v2.wav');
  expect(recordingOf(files, 'a.wav')?.next).toBeNull();
});
