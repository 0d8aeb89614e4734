import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import handover from '#content/handover.yaml';
import { eq } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { makePerson, makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { changeRequests, files } from '#src/features/files/store/file.table.ts';
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
  const version = async () => {
    const [project] = await db.select({ version: projects.version }).from(projects);
    return String(project?.version);
  };
  const form = async () => ({ name: 'Tidewater', status: 'delivered', version: await version() });
  return {
    projectId,
    edit: async (entries = {}) =>
      projectActions.edit({ ...input, entries: { ...(await form()), ...entries } }),
    move: async (entries = {}) =>
      projectBoardActions.move({ ...input, entries: { ...(await form()), projectId, ...entries } }),
    status: async () => (await db.select({ status: projects.status }).from(projects))[0]?.status,
    mails: async () =>
      db
        .select({ details: emailItems.details })
        .from(emailItems)
        .where(eq(emailItems.kind, 'project-delivered')),
    notifications: () => db.$count(notifications, eq(notifications.kind, 'project-delivered')),
  };
}

const { ask } = handover.delivered;

describeOnOneDatabase('setting a project to delivered', (open) => {
  test('names the files waiting for approval and the final ones first, on the board and on its page', async () => {
    const { db } = await open();
    const { projectId, edit, move, status, mails } = await startDesk(db);
    await db
      .insert(files)
      .values([
        fileOf(projectId, 'mix.wav'),
        fileOf(projectId, 'stems.zip'),
        fileOf(projectId, 'free.wav', false),
        fileOf(projectId, 'Drum stem.wav', false),
      ]);
    const question = {
      status: 409,
      error: ask.title,
      ask: {
        texts: [
          'Files still wait for approval: mix.wav and stems.zip.',
          'We email Runa Vestergaard a link to the final files, the delivery report and the download.',
          'The 2 final files: free.wav and mix.wav.',
        ],
        yes: ask.deliver,
        other: { label: ask.quietly, field: 'email', value: 'no' },
      },
    };
    expect(await edit()).toMatchObject(question);
    expect(await move()).toMatchObject(question);
    expect(await edit({ name: '' })).toMatchObject({ status: 422, errors: [{ field: 'name' }] });
    expect(await status()).not.toBe('delivered');
    expect(await move({ sure: 'yes' })).toMatchObject({ ok: true });
    expect(await status()).toBe('delivered');
    expect(await mails()).toMatchObject([
      { details: { finals: 'Your 2 final files: free.wav and mix.wav.' } },
    ]);
    expect(await edit(), 'which it is already').toMatchObject({ ok: true });
  });

  test('names the files that the client requested changes of', async () => {
    const { db } = await open();
    const { projectId, move } = await startDesk(db);
    const file = fileOf(projectId, 'mix.wav');
    await db.insert(files).values(file);
    await db.insert(changeRequests).values({
      id: uuidv7(),
      fileId: file.id,
      sha256: file.sha256,
      content: 'Louder',
      requestedByName: 'Runa Vestergaard',
      requestedAt: file.uploadedAt,
    });
    const texts = async () => {
      const asked = await move();
      return asked.ok ? [] : asked.ask?.texts;
    };
    expect(await texts()).toContain('Changes were requested to mix.wav.');
    await db.insert(files).values({ ...fileOf(projectId, 'mix 2.wav'), recordingId: file.id, version: 2 });
    expect((await texts())?.[0]).toBe('One file still waits for approval: mix 2.wav.');
  });

  test('emails the client the first time unless declined, and again only on request', async () => {
    const { db } = await open();
    const { move, edit, mails, notifications: shown } = await startDesk(db);
    const back = () => move({ status: 'review', sure: 'yes' });
    expect(await move({ sure: 'yes', email: 'no' })).toMatchObject({ ok: true });
    expect([await mails(), await shown()]).toEqual([[], 0]);
    await back();
    expect(await edit({ sure: 'yes' })).toMatchObject({ ok: true });
    expect([(await mails()).length, await shown()]).toEqual([1, 1]);
    await back();
    expect(await move()).toMatchObject({
      ask: {
        texts: ['The client was emailed about the delivery on 20 Nov 2026.'],
        yes: ask.yes,
        other: { label: ask.again, value: 'again' },
      },
    });
    expect(await move({ sure: 'yes' })).toMatchObject({ ok: true });
    expect((await mails()).length).toBe(1);
    await back();
    await db.delete(emailItems);
    expect(await move({ sure: 'yes', email: 'again' })).toMatchObject({ ok: true });
    expect([(await mails()).length, await shown()]).toEqual([1, 1]);
  });

  test('does not ask if no file is waiting and the client gets no emails', async () => {
    const { db } = await open();
    const { projectId, move, mails } = await startDesk(db);
    await db.update(people).set({ mailPreference: 'none' });
    await db.insert(files).values(fileOf(projectId, 'free.wav', false));
    expect(await move()).toMatchObject({ ok: true });
    expect(await mails()).toEqual([]);
  });
});
