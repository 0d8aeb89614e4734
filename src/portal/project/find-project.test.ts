import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { makeTestInvoices } from '#src/features/invoices/test-invoices.fixture.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { getPortalFrame, getSharedFrame } from '../get-portal-frame.ts';
import {
  makeColleague,
  makePerson,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { measuresOf } from '#src/features/delivery/measures.fixture.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { findProject } from './find-project.ts';

const services = testServices();
const fileOf = (projectId: string) => ({
  id: uuidv7(),
  projectId,
  name: 'Tidewater_mix_v2.wav',
  kind: 'audio' as const,
  mediaType: 'audio/wav',
  sizeBytes: 1,
  sha256: '00',
  storageKey: uuidv7(),
  needsApproval: true,
  uploadedByName: 'Ada Brandt',
  uploadedAt: testNow,
});

describeOnOneDatabase('the page of a client’s project', (open) => {
  test('shows the project, its latest two messages and its recording, and delivery reports only to an approver', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestInvoices(db);
    const file = fileOf(projectId);
    await db.insert(files).values(file);
    const { sha256 } = file;
    const measured = {
      state: 'measured',
      measures: measuresOf(),
      analyser: 3,
      askedAt: testNow,
      measuredAt: testNow,
    } as const;
    await db.insert(soundMeasurements).values({ sha256, ...measured });
    for (const content of ['first', 'second', 'third'])
      await sendMessage(db, services, client, { id: uuidv7(), projectId, content });
    const shown = await findProject(db, client, { projectId, fileId: null });
    expect(shown?.project).toMatchObject({
      id: projectId,
      name: 'Tidewater, reel 3',
      description: 'Dialogue edit.',
    });
    expect(shown?.messages).toHaveLength(2);
    expect(shown?.recording).toMatchObject({ file: { id: file.id } });
    expect(shown?.sent).toMatchObject({ files: [], space: { usedBytes: 0 } });
    expect([...(shown?.sheets.keys() ?? [])]).toEqual([file.id]);
    const listener = await makeColleague(db, client.clientId, 'Piet', 'listen');
    const heard = await findProject(db, listener, { projectId, fileId: file.id });
    expect(heard?.recording).toMatchObject({ file: { id: file.id } });
    expect(heard?.sheets.size).toBe(0);
  });

  test('offers decisions on all files, or in a long list on those that are chosen', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestInvoices(db);
    const rows = Array.from({ length: 41 }, () => fileOf(projectId));
    const [first, second, ...others] = rows;
    if (!first || !second) throw new Error('There are no files');
    const decidable = async (decideId?: string) => {
      const found = await findProject(db, client, {
        projectId,
        fileId: second.id,
        ...(decideId ? { decideId } : {}),
      });
      return found?.toDecide.map(({ id }) => id).toSorted();
    };
    await db.insert(files).values([second, ...others]);
    expect(await decidable()).toHaveLength(40);
    await db.insert(files).values(first);
    expect(await decidable()).toEqual([second.id]);
    expect(await decidable(first.id)).toEqual([first.id, second.id].toSorted());
  });

  test('shows listeners nothing about invoices', async () => {
    const { db } = await open();
    const { client, projectId, issue } = await makeTestInvoices(db);
    await issue(20_000, '2026-12-20');
    await sendMessage(db, services, client, { id: uuidv7(), projectId, content: 'Hello' });
    const listener = await makeColleague(db, client.clientId, 'Piet', 'listen');
    const kindsFor = async (person: typeof client) =>
      (await findProject(db, person, { projectId, fileId: null }))?.activity.map(({ kind }) => kind) ?? [];
    const told = await kindsFor(client);
    const isOfInvoice = (kind: string) => kind.startsWith('invoice');
    expect(told.filter(isOfInvoice)).toHaveLength(1);
    expect(await kindsFor(listener)).toEqual(told.filter((kind) => !isOfInvoice(kind)));
  });

  test('lists only activity visible to this client', async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestInvoices(db);
    const change = { projectId, clientId: client.clientId, subjectId: projectId };
    for (const kind of ['project-moved', 'file-changed', 'comment-edited', 'file-added'] as const)
      await db.transaction((tx) => announce(tx, services, team, { ...change, kind }));
    const { clientId } = await makePerson(db, 'client', 'Osric Vane');
    await recordActivity(db, testNow, team, { ...change, clientId, kind: 'file-added' });
    const shown = await findProject(db, client, { projectId, fileId: null });
    const kinds = shown?.activity.map(({ kind }) => kind);
    expect(kinds).toEqual(['file-added', 'project-moved', 'project-created']);
  });

  test('is not found with an invalid id, or with a recording from elsewhere', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestInvoices(db);
    expect(await findProject(db, client, { projectId: 'latest', fileId: null })).toBeNull();
    expect(await findProject(db, client, { projectId: uuidv7(), fileId: null })).toBeNull();
    expect(await findProject(db, client, { projectId, fileId: uuidv7() })).toBeNull();
    expect(await findProject(db, client, { projectId, fileId: null })).toMatchObject({ recording: null });
  });
});

describeOnOneDatabase('the frame of a portal page', (open) => {
  test('contains the client and its latest event; the desk’s event for the team', async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestInvoices(db);
    await sendMessage(db, services, team, { id: uuidv7(), projectId, content: 'The mix is there.' });
    const frame = await getPortalFrame(db, testNow, client);
    expect(frame).toEqual({
      clientName: 'Runa Vestergaard',
      isSample: false,
      notificationCount: 1,
      seq: frame.seq,
    });
    expect(frame.seq).toBeGreaterThan(0);
    const shared = { db, clock: services.clock };
    expect(await getSharedFrame(shared, client)).toEqual({
      side: 'portal',
      person: client,
      seq: frame.seq,
      notificationCount: 1,
    });
    expect(await getSharedFrame(shared, team)).toMatchObject({ side: 'desk', notificationCount: 0 });
    await expect(getPortalFrame(db, testNow, { ...client, clientId: uuidv7() })).rejects.toThrow();
  });
});
