import { expect, test } from 'vitest';
import { makePerson, makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { soundComparisons } from '#src/features/files/comparisons/sound-comparison.table.ts';
import { addFile } from '#src/features/files/files.ts';
import { createFileFolder } from '#src/features/files/store/file-folder.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { findComparedFiles } from './find-compared-files.ts';

describeOnOneDatabase('pages that compare two recordings', (open) => {
  test('requests a few comparisons of a project at a time, and the next when one is done', async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestProject(db);
    const services = { ...testServices(), db } as unknown as Services;
    const dataDir = makeTestFolder();
    const add = async (name: string, level: number) => {
      const bytes = waveFileOf({ frames: 800, sample: () => level });
      const stored = await createFileFolder(dataDir).store({ bytes }, name);
      const file = { projectId, name, needsApproval: false, stored };
      const added = await db.transaction((tx) => addFile(tx, services, team, file));
      return added.ok ? added.fileId : '';
    };
    const ids: string[] = [];
    for (const [index, name] of ['sea', 'gulls', 'harbour', 'rain'].entries())
      ids.push(await add(`${name}.wav`, (index + 1) / 10));
    const pairs = ids.flatMap((one, index) => ids.slice(index + 1).map((other) => [one, other]));
    const answers = [];
    for (const pair of pairs) answers.push(await findComparedFiles(services, client, pair));
    expect(answers.map((each) => each?.isLater)).toEqual([false, false, false, false, true, true]);
    expect(answers[4]?.found).toBeNull();
    expect(await db.$count(soundComparisons)).toBe(4);
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    expect(await findComparedFiles(services, stranger, pairs[0] ?? []), 'somebody else’s').toBeNull();
    await db.update(soundComparisons).set({ state: 'compared' });
    const again = await findComparedFiles(services, client, pairs[4] ?? []);
    expect(again).toMatchObject({ isLater: false, found: { state: 'waiting' } });
  });
});
