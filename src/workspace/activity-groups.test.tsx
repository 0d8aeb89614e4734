import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { minuteMs } from '#src/platform/durations.ts';
import { ActivityGroup, groupActivity } from './activity-groups.tsx';

const start = new Date('2026-11-20T12:00:00Z').getTime();
let count = 0;

/** Something that Ada did some minutes before noon. */
const entry = (
  minutesAgo: number,
  kind: string,
  details: Readonly<Record<string, string>> = {},
  actor = 'Ada',
) => ({
  id: String((count += 1)),
  at: new Date(start - minutesAgo * minuteMs),
  actorId: actor,
  actorName: actor,
  kind,
  details,
});

const sizes = (entries: ReturnType<typeof entry>[]) =>
  groupActivity(entries).map((group) => [group[0].kind, group.length]);

test('groups what a person did several times within minutes, also if something came between', () => {
  expect(
    sizes([
      entry(0, 'file-added'),
      entry(5, 'file-added'),
      entry(6, 'message-sent'),
      entry(14, 'file-added'),
      entry(15, 'file-added', {}, 'Tomas'),
      entry(25, 'file-added'),
    ]),
  ).toEqual([
    ['file-added', 3],
    ['message-sent', 1],
    ['file-added', 1],
    ['file-added', 1],
  ]);
});

test('leaves single what has no sentence for several, or happened in another project', () => {
  expect(sizes([entry(0, 'project-moved'), entry(1, 'project-moved')])).toHaveLength(2);
  expect(
    groupActivity([
      { ...entry(0, 'file-added'), projectId: 'a' },
      { ...entry(0, 'file-added'), projectId: 'b' },
    ]),
  ).toHaveLength(2);
});

test('says how many files were uploaded into a folder, and lists them', () => {
  const textOf = (folders: readonly string[]) => {
    const [group] = groupActivity(
      folders.map((folder, index) => entry(index, 'file-added', { file: `${index}.wav`, folder })),
    );
    if (!group) throw new Error('There is no group');
    return renderToStaticMarkup(
      <ActivityGroup group={group} actor="You" sentences={group.map(({ details }) => details['file'])} />,
    ).replaceAll(/<\/?(?:bdi|wbr)\/?>/g, '');
  };
  expect(textOf(['stems', 'stems'])).toContain('<summary>You uploaded 2 files in stems</summary>');
  expect(textOf(['stems', 'mixes'])).toContain('<summary>You uploaded 2 files</summary>');
  expect(textOf(['stems', 'stems'])).toContain('<li>1.wav</li>');
});
