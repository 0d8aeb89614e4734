import { expect, test } from 'vitest';
import { recordingsIn } from './recording-versions.ts';

const fileOf = (id: string, recordingId: string, version: number) => ({
  id,
  name: `${recordingId} v${version}.wav`,
  recordingId,
  version,
});

test('keeps the order of recordings and sorts versions from the oldest', () => {
  const files = [fileOf('c', 'Storm', 3), fileOf('x', 'Gulls', 1), fileOf('a', 'Storm', 1)];
  expect(
    recordingsIn(files).map(({ id, name, versions }) => [id, name, versions.map((each) => each.id)]),
  ).toEqual([
    ['Storm', 'Storm', ['a', 'c']],
    ['Gulls', 'Gulls', ['x']],
  ]);
});

test('iterates once over a project of a thousand recordings', () => {
  let looks = 0;
  const files = Array.from({ length: 1000 }, (_, index) => {
    const file = fileOf(String(index), `Stem ${index}`, 1);
    return Object.defineProperty(file, 'recordingId', { get: () => ((looks += 1), `Stem ${index}`) });
  });
  expect(recordingsIn(files)).toHaveLength(1000);
  expect(looks).toBe(1000);
});
