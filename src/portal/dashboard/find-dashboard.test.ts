import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createProject, moveProject } from '#src/features/projects/projects.ts';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { makeTestInvoices } from '#src/features/invoices/test-invoices.fixture.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import { listBoard } from '#src/features/projects/desk/project-board.ts';
import { findBoard } from '#src/features/projects/client-board.tsx';
import { findDashboard } from './find-dashboard.ts';
import { milestones } from '#src/features/projects/milestones/milestone.table.ts';
import {
  makeColleague,
  makePerson,
  testServices,
  testNow,
} from '#src/features/projects/test-project.fixture.ts';
import type { ProjectStatus } from '#src/features/projects/project-status.ts';
import { projects } from '#src/features/projects/project.table.ts';

const services = testServices();

async function makeClient(db: Db) {
  const client = await makePerson(db, 'client', 'Runa Vestergaard');
  const team = await makePerson(db, 'team', 'Ada Brandt');
  return {
    client,
    team,
    addProject: async (
      name: string,
      status: ProjectStatus,
      dueOn: string | null,
      clientId = client.clientId,
    ) => {
      const project = { clientId, name, description: '', status, dueOn };
      const made = await db.transaction((tx) => createProject(tx, services, team, project));
      if (!made.ok) throw new Error(made.reason);
      return made.projectId;
    },
  };
}

const fileOf = (projectId: string, name: string, uploadedAt: string, needsApproval = true) => ({
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
  uploadedAt: new Date(uploadedAt),
});

describeOnOneDatabase('the dashboard', (open) => {
  test('shows three projects first: by status, then by due date', async () => {
    const { db } = await open();
    const { client, addProject } = await makeClient(db);
    await addProject('delivered', 'delivered', '2026-10-30');
    await addProject('backlog', 'backlog', '2026-11-21');
    await addProject('in progress, later', 'in-progress', '2027-01-15');
    await addProject('in progress, without a date', 'in-progress', null);
    await addProject('in progress, sooner', 'in-progress', '2026-12-18');
    await addProject('review', 'review', '2027-12-04');
    const { projects: shown } = await findDashboard(db, client);
    expect(shown.map(({ name }) => name)).toEqual(['review', 'in progress, sooner', 'in progress, later']);
    expect(shown[0]?.total).toBe(6);
  });

  test('lists only this client’s files waiting for approval, newest first', async () => {
    const { db } = await open();
    const { client, addProject } = await makeClient(db);
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const own = await addProject('own', 'review', null);
    const foreign = await addProject('foreign', 'review', null, stranger.clientId);
    const approved = fileOf(own, 'approved', '2026-11-19T12:00:00Z');
    await db
      .insert(files)
      .values([
        fileOf(own, 'older', '2026-11-18T12:00:00Z'),
        fileOf(own, 'newer', '2026-11-19T12:00:00Z'),
        fileOf(own, 'needs none', '2026-11-19T12:00:00Z', false),
        fileOf(foreign, 'foreign', '2026-11-19T12:00:00Z'),
        approved,
      ]);
    const approval = { fileId: approved.id, sha256: '00', approvedByName: 'Runa', approvedAt: testNow };
    await db.insert(fileApprovals).values(approval);
    const waiting = (await findDashboard(db, client)).files;
    expect(waiting.map(({ name, total }) => [name, total])).toEqual([
      ['newer', 2],
      ['older', 2],
    ]);
  });

  test('shows the milestones of their own project due next with an open one', async () => {
    const { db } = await open();
    const { client, addProject } = await makeClient(db);
    const milestoneOf = (projectId: string, title: string, completedAt: Date | null, position: number) => ({
      id: uuidv7(),
      projectId,
      title,
      description: '',
      completedAt,
      position,
    });
    const finished = await addProject('all done', 'review', '2026-11-22');
    const delivered = await addProject('delivered', 'delivered', '2026-11-21');
    const next = await addProject('next', 'in-progress', '2026-12-04');
    const later = await addProject('later', 'in-progress', '2026-12-05');
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const foreign = await addProject('foreign', 'in-progress', '2026-12-01', stranger.clientId);
    await db
      .insert(milestones)
      .values([
        milestoneOf(finished, 'done', testNow, 0),
        milestoneOf(delivered, 'left open', null, 0),
        milestoneOf(next, 'second', null, 1),
        milestoneOf(next, 'first', testNow, 0),
        milestoneOf(later, 'later', null, 0),
        milestoneOf(foreign, 'foreign', null, 0),
      ]);
    const shown = (await findDashboard(db, client)).milestones;
    expect(shown.map(({ title, project }) => [project, title])).toEqual([
      ['next', 'first'],
      ['next', 'second'],
    ]);
  });

  test('lists pending and reported invoices, earliest due date first, only to this client’s approvers', async () => {
    const { db } = await open();
    const { client, issue, pay } = await makeTestInvoices(db);
    const later = await issue(20_000, '2026-12-20');
    const sooner = await issue(10_000, '2026-12-01');
    const reported = await issue(30_000, '2026-12-10');
    await pay(reported);
    const listener = await makeColleague(db, client.clientId, 'Piet', 'listen');
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const idsFor = async (person: ClientPerson) => {
      const found = await findDashboard(db, person);
      return [found.invoices.map(({ id, total }) => [id, total]), found.reported.map(({ id }) => id)];
    };
    expect(await idsFor(client)).toEqual([
      [
        [sooner, 2],
        [later, 2],
      ],
      [reported],
    ]);
    expect(await idsFor(listener)).toEqual([[], []]);
    expect(await idsFor(stranger)).toEqual([[], []]);
    expect((await findDashboard(db, stranger)).projects).toEqual([]);
  });

  test('lists waiting notifications with their texts, newest first', async () => {
    const { db } = await open();
    const { client, team, addProject } = await makeClient(db);
    const projectId = await addProject('own', 'review', null);
    const sendAt = async (time: string) => {
      const id = uuidv7();
      await sendMessage(db, testServices(new Date(time)), team, {
        id,
        projectId,
        content: 'The mix is there.',
      });
      return id;
    };
    const older = await sendAt('2026-11-20T10:00:00Z');
    const newer = await sendAt('2026-11-20T11:00:00Z');
    const shown = (await findDashboard(db, client)).notifications;
    const told = { kind: 'message-received', projectId };
    expect(shown).toMatchObject([
      { ...told, subjectId: newer },
      { ...told, subjectId: older },
    ]);
    expect(shown[0]?.details).toMatchObject({ project: 'own', author: 'Ada Brandt' });
  });

  test('is empty for a new client', async () => {
    const { db } = await open();
    const { client } = await makeClient(db);
    expect(await findDashboard(db, client)).toEqual({
      projects: [],
      files: [],
      requests: [],
      invoices: [],
      reported: [],
      notifications: [],
      milestones: [],
    });
  });
});

describeOnOneDatabase('a client’s board', (open) => {
  test('has four columns with only their projects, and the delivery date', async () => {
    const { db } = await open();
    const { client, team, addProject } = await makeClient(db);
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    await addProject('foreign', 'review', null, stranger.clientId);
    await addProject('later', 'backlog', '2027-03-01');
    await addProject('sooner', 'backlog', '2027-02-12');
    const projectId = await addProject('moved', 'review', '2026-11-22');
    const at = new Date('2026-11-21T10:00:00Z');
    await moveProject(db, testServices(at), team, { projectId, status: 'delivered', version: 1 });
    const board = await findBoard(db, client.clientId);
    expect(board.map(({ status, projects: column }) => [status, column.map(({ name }) => name)])).toEqual([
      ['backlog', ['sooner', 'later']],
      ['in-progress', []],
      ['review', []],
      ['delivered', ['moved']],
    ]);
    expect(board[3]?.projects[0]?.deliveredAt).toEqual(at);
    const onDesk = await listBoard(db, { search: '', clientId: null, column: 'delivered', page: 1 });
    expect(onDesk[0]?.cards[0]?.deliveredAt).toEqual(at);
    await db.update(projects).set({ status: 'review' }).where(eq(projects.id, projectId));
    expect((await findBoard(db, client.clientId))[2]?.projects[0]?.deliveredAt).toBeNull();
  });
});
