import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import words from '#content/desk-projects.yaml';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { makePerson, makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { files } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { projectActions, projectBoardActions } from './project-actions.ts';

const fileOf = (projectId: string, name: string, needsApproval = true) => ({
  id: uuidv7(),
  projectId,
  name,
  kind: 'audio' as const,
  mediaType: 'audio/wav',
  sizeBytes: 1,
  sha256: '00',
  storageKey: uuidv7(),
  needsApproval,
  uploadedByName: 'Ada Brandt',
  uploadedAt: new Date('2026-11-20T10:00:00Z'),
});

async function startDesk(db: Db) {
  const { projectId } = await makeTestProject(db);
  const session = { person: await makePerson(db, 'team', 'Ada Brandt') } as Session;
  const services = { ...testServices(), db } as unknown as Services;
  const input = { services, session, params: { id: projectId } };
  const form = { name: 'Tidewater', status: 'delivered', version: '1' };
  return {
    projectId,
    edit: (entries = {}) => projectActions.edit({ ...input, entries: { ...form, ...entries } }),
    move: (entries = {}) =>
      projectBoardActions.move({ ...input, entries: { ...form, projectId, ...entries } }),
  };
}

describeOnOneDatabase('setting a project to delivered', (open) => {
  test('lists the files waiting for approval first, on the board and on its page', async () => {
    const { db } = await open();
    const { projectId, edit, move } = await startDesk(db);
    await db
      .insert(files)
      .values([
        fileOf(projectId, 'mix.wav'),
        fileOf(projectId, 'stems.zip'),
        fileOf(projectId, 'free.wav', false),
      ]);
    const question = {
      status: 409,
      error: words.delivery.title,
      ask: { texts: ['Files still wait for approval: mix.wav and stems.zip.'], yes: words.delivery.yes },
    };
    expect(await edit()).toMatchObject(question);
    expect(await move()).toMatchObject(question);
    expect(await edit({ name: '' })).toMatchObject({ status: 422, errors: [{ field: 'name' }] });
    expect(await db.select({ status: projects.status }).from(projects)).not.toContainEqual({
      status: 'delivered',
    });
    expect(await move({ sure: 'yes' })).toMatchObject({ ok: true });
    expect(await db.select({ status: projects.status }).from(projects)).toEqual([{ status: 'delivered' }]);
    expect(await edit({ version: '2' }), 'which it is already').toMatchObject({ ok: true });
  });

  test('does not ask if no file is waiting', async () => {
    const { db } = await open();
    const { projectId, move } = await startDesk(db);
    await db.insert(files).values(fileOf(projectId, 'free.wav', false));
    expect(await move()).toMatchObject({ ok: true });
  });
});
