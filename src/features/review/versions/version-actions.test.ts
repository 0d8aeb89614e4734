import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import words from '#content/desk-projects.yaml';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { approveFile } from '#src/features/files/approvals/approve-file.ts';
import { listProjectFiles } from '#src/features/files/list-project-files.ts';
import { recordingsIn } from '#src/features/files/recording-versions.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { versionActions } from './version-actions.ts';

describeOnOneDatabase('answers about versions of which one is refused', (open) => {
  async function openStudio() {
    const { db } = await open();
    const { projectId, team: person, client } = await makeTestProject(db);
    const services = { ...testServices(), db } as unknown as Services;
    const session = { id: uuidv7(), person, isComplete: true, isRecent: true };
    const add = (name: string) => makeFile(db, person, projectId, { name });
    const take = (action: 'answer-proposals' | 'set-version', entries: Record<string, string>) =>
      versionActions[action]({ services, session, entries, params: { id: projectId } });
    const shown = async () => ({
      recordings: recordingsIn(await listProjectFiles(db, projectId)).map(({ versions }) =>
        versions.map(({ name, proposedFor, stage }) => ({ name, proposedFor, stage })),
      ),
      events: await db.$count(clientEvents),
    });
    const approve = (file: { fileId: string; sha256: string }) =>
      approveFile(db, services, client, { projectId, ...file });
    return { add, take, shown, approve };
  }

  test('changes nothing if one answer is rejected, not even by the answers before it', async () => {
    const { add, take, shown, approve } = await openStudio();
    const [first, second, other] = [
      await add('Mix_v1.wav'),
      await add('Mix_v2.wav'),
      await add('Voice_v1.wav'),
    ];
    const approved = await add('Voice_v2.wav');
    expect(await approve(approved)).toEqual({ ok: true });
    const before = await shown();
    const answers = {
      [`recording-${second.fileId}`]: first.fileId,
      [`recording-${approved.fileId}`]: other.fileId,
    };
    expect(await take('answer-proposals', answers)).toMatchObject({
      ok: false,
      status: 409,
      error: words.versions.locked,
    });
    expect(await shown()).toEqual(before);
    const gone = { [`recording-${second.fileId}`]: first.fileId, [`recording-${uuidv7()}`]: 'own' };
    expect(await take('answer-proposals', gone)).toMatchObject({ ok: false, status: 404 });
    expect(await shown()).toEqual(before);
  });
});
