import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import texts from '#content/file-lists.yaml';
import type { SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import {
  makePerson,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import { createProject } from '#src/features/projects/projects.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { approveFile } from '../approvals/approve-file.ts';
import { soundComparisons } from '../comparisons/sound-comparison.table.ts';
import { listProjectFiles } from '../list-project-files.ts';
import { downloadNameOf } from '../recording-versions.ts';
import { fileApprovals, fileComments, files } from '../store/file.table.ts';
import { makeFile } from '../store/stored-bytes.fixture.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { arrangeActions } from './arrange-actions.ts';
import { entriesOf } from './file-groups.ts';
import { isSameRecording, proposeFormats, requestFormatComparisons, setFormat } from './formats.ts';

describeOnOneDatabase('the list of a project’s files', (open) => {
  async function openStudio() {
    const { db } = await open();
    const made = await makeTestProject(db);
    const { projectId, team, client } = made;
    const jobs = testServices();
    const services = { ...jobs, db } as unknown as Services;
    const take = (
      action: keyof typeof arrangeActions,
      entries: Record<string, string>,
      person: Person = team,
      id = projectId,
    ) =>
      arrangeActions[action]({
        services,
        session: { id: uuidv7(), person, isComplete: true, isRecent: true },
        entries,
        params: { id },
      });
    const add = async (name: string, needsApproval = false) =>
      (await makeFile(db, team, projectId, { name, needsApproval })).fileId;
    const fileOf = async (id: string) => (await db.select().from(files).where(eq(files.id, id)))[0];
    const listed = async (id = projectId) =>
      entriesOf(await listProjectFiles(db, id)).map(({ file }) => file.name);
    const addProject = async (clientId = client.clientId) => {
      const project = { clientId, name: 'Reel 4', description: '' };
      const added = await db.transaction((tx) => createProject(tx, jobs, team, project));
      return added.ok ? added.projectId : '';
    };
    return { ...made, db, jobs, services, take, add, fileOf, listed, addProject };
  }

  test('renames and describes a file without touching bytes, hash and approval', async () => {
    const { take, add, fileOf, db, client, projectId, services } = await openStudio();
    const id = await add('Tide_mix_v2.wav', true);
    const before = await fileOf(id);
    await approveFile(db, services, client, { projectId, fileId: id, sha256: before?.sha256 ?? '' });
    const described = { fileId: id, name: ' Night drive ', note: 'Louder choir', group: 'masters' };
    expect(await take('describe-file', described)).toMatchObject({ ok: true });
    const after = await fileOf(id);
    expect(after).toEqual({
      ...before,
      name: 'Night drive',
      originalName: 'Tide_mix_v2.wav',
      note: 'Louder choir',
      group: 'masters',
    });
    expect(downloadNameOf({ name: 'Night drive', originalName: 'Tide_mix_v2.wav' })).toBe('Night drive.wav');
    expect(await db.$count(fileApprovals)).toBe(1);
    // A newer version is still recognised by the name at the upload.
    const next = await add('Tide_mix_v3.wav');
    expect((await fileOf(next))?.proposedFor).toBe(id);
    expect(await take('describe-file', { fileId: id, name: ' ' })).toMatchObject({
      status: 422,
      errors: [{ field: 'name', message: texts.describe.noName }],
    });
    expect(await take('describe-file', { fileId: uuidv7(), name: 'x' })).toMatchObject({ status: 404 });
  });

  test('keeps an own order, moved by one place, to another entry, and back to names', async () => {
    const { take, add, listed } = await openStudio();
    const ids = [await add('2 Mole.wav'), await add('10 Harbour.wav'), await add('1 Tide.wav')];
    const [mole = '', harbour = '', tide = ''] = ids;
    expect(await listed()).toEqual(['1 Tide.wav', '2 Mole.wav', '10 Harbour.wav']);
    await take('move-up', { fileId: harbour });
    expect(await listed()).toEqual(['1 Tide.wav', '10 Harbour.wav', '2 Mole.wav']);
    await take('order-file', { fileId: mole, of: tide });
    expect(await listed()).toEqual(['2 Mole.wav', '1 Tide.wav', '10 Harbour.wav']);
    await take('order-file', { fileId: mole, of: harbour });
    expect(await listed()).toEqual(['1 Tide.wav', '10 Harbour.wav', '2 Mole.wav']);
    await take('move-down', { fileId: mole });
    expect(await listed()).toEqual(['1 Tide.wav', '10 Harbour.wav', '2 Mole.wav']);
    await take('order-by-name', { fileId: mole });
    expect(await listed()).toEqual(['1 Tide.wav', '2 Mole.wav', '10 Harbour.wav']);
    const stem = await add('Stem.wav');
    expect(await take('order-file', { fileId: mole, of: stem })).toMatchObject({ status: 404 });
  });

  test('requests several approvals after a question, in one email', async () => {
    const { take, add, db, client } = await openStudio();
    const ids = await Promise.all(['1.wav', '2.wav', '3.wav'].map((name) => add(name)));
    const file = ids.join(' ');
    expect(await take('request-approval', { file })).toMatchObject({
      status: 409,
      error: `Ask ${client.name} to approve three files?`,
      ask: { yes: texts.request.yes },
    });
    expect(await db.$count(files, eq(files.needsApproval, true))).toBe(0);
    expect(await take('request-approval', { file, sure: 'yes' })).toMatchObject({ ok: true });
    expect(await db.$count(files, eq(files.needsApproval, true))).toBe(3);
    expect(await db.$count(notifications)).toBe(3);
    expect(await db.$count(emailItems)).toBe(3);
    expect(await db.$count(outbox)).toBe(1);
    expect(await take('request-approval', { file, sure: 'yes' })).toMatchObject({ status: 409 });
    expect(await take('request-approval', {})).toMatchObject({ status: 422, error: texts.noneChosen });
  });

  test('changes nothing if one of several files is of another project', async () => {
    const { take, add, db } = await openStudio();
    const own = await add('1.wav');
    const other = await openStudio();
    const strange = await other.add('2.wav');
    const events = await db.$count(clientEvents);
    const chosen = { file: `${own} ${strange}`, sure: 'yes', stage: 'mix', to: uuidv7() };
    const actions = ['request-approval', 'delete-files', 'label-files', 'move-files', 'share-files'] as const;
    for (const action of actions)
      expect(await take(action, chosen), action).toMatchObject({ ok: false, status: 404 });
    expect(await db.$count(clientEvents)).toBe(events);
    const outsider = await makePerson(db, 'client', 'Piet Marlowe');
    expect(await take('share-files', { file: own }, outsider)).toMatchObject({ status: 404 });
  });

  test('deletes several after a question, but none if one is approved', async () => {
    const { take, add, db, client, projectId, services, fileOf } = await openStudio();
    const [one, two] = [await add('1.wav', true), await add('2.wav')];
    expect(await take('delete-files', { all: 'yes' })).toMatchObject({ ask: { isDanger: true } });
    await approveFile(db, services, client, {
      projectId,
      fileId: one,
      sha256: (await fileOf(one))?.sha256 ?? '',
    });
    expect(await take('delete-files', { file: `${one} ${two}`, sure: 'yes' })).toMatchObject({ status: 409 });
    expect(await db.$count(files)).toBe(2);
    expect(await take('delete-files', { file: two, sure: 'yes' })).toMatchObject({ ok: true });
    expect(await db.$count(files)).toBe(1);
  });

  test('labels several files and groups their recordings', async () => {
    const { take, add, fileOf } = await openStudio();
    const ids = [await add('1.wav'), await add('2.wav')];
    const file = ids.join(' ');
    expect(await take('label-files', { file, stage: 'master', group: 'stems' })).toMatchObject({ ok: true });
    for (const id of ids) expect(await fileOf(id)).toMatchObject({ stage: 'master', group: 'stems' });
    expect(await take('label-files', { file, stage: 'none', group: 'auto' })).toMatchObject({ ok: true });
    for (const id of ids) expect(await fileOf(id)).toMatchObject({ stage: null, group: null });
    expect(await take('label-files', { file })).toMatchObject({ errors: [{ field: 'stage' }] });
    expect(await take('label-files', { file, group: 'x' })).toMatchObject({ errors: [{ field: 'group' }] });
  });

  test('moves recordings with versions, comments, approval and notifications to another project of the client', async () => {
    const { take, add, db, client, fileOf, projectId, services, addProject } = await openStudio();
    const [one, two] = [await add('Mix v1.wav'), await add('Mix v2.wav', true)];
    await db.update(files).set({ version: 2 }).where(eq(files.id, two));
    await db.update(files).set({ recordingId: two }).where(eq(files.id, one));
    await db.insert(fileComments).values({
      id: uuidv7(),
      fileId: one,
      authorId: client.id,
      authorName: client.name,
      sender: 'client',
      atMs: 0,
      content: 'Louder',
      madeAt: testNow,
    });
    await approveFile(db, services, client, {
      projectId,
      fileId: two,
      sha256: (await fileOf(two))?.sha256 ?? '',
    });
    const elsewhere = await addProject((await makePerson(db, 'client', 'Piet Marlowe')).clientId);
    const refused = await take('move-files', { file: two, to: elsewhere });
    expect(refused).toMatchObject({ status: 404, errors: [{ field: 'to' }] });
    expect(await take('move-files', { file: two, to: '' })).toMatchObject({ errors: [{ field: 'to' }] });
    const to = await addProject();
    expect(await take('move-files', { file: two, to })).toMatchObject({ ok: true });
    expect(await listProjectFiles(db, projectId)).toEqual([]);
    const [newest, older] = await listProjectFiles(db, to);
    expect(newest).toMatchObject({ id: two, approvedByName: client.name });
    expect(older).toMatchObject({ id: one, openComments: 1 });
    expect(await db.select({ projectId: notifications.projectId }).from(notifications)).toEqual([
      { projectId: to },
    ]);
  });

  test('opens the share page with the chosen recordings in their order', async () => {
    const { take, add, client, projectId } = await openStudio();
    const [one, two] = [await add('1.wav'), await add('2.wav')];
    const next = `/portal/projects/${projectId}/share?file=${two}&file=${one}`;
    expect(await take('share-files', { file: `${two} ${one}` })).toEqual({ ok: true, next });
    expect(await take('share-files', { file: `${two} ${one}` }, client)).toEqual({ ok: true, next });
  });

  const comparison: SoundComparison = {
    rateHz: 48_000,
    olderFrames: 480_000,
    newerFrames: 481_105,
    pieces: [{ olderAt: 0, newerAt: 1105, frames: 479_000 }],
    isInverted: false,
    louderLu: 0.02,
    strip: {
      columnMs: 100,
      bandsDb: Array.from({ length: 7 }, (_, band) =>
        Array.from({ length: 20 }, () => (band === 6 ? -6 : 0.2)),
      ),
    },
  };

  test.each([
    ['another level', { louderLu: 1 }],
    ['inverted polarity', { isInverted: true }],
    ['a cut', { pieces: [...comparison.pieces, { olderAt: 1, newerAt: 2, frames: 3 }] }],
    ['another start', { pieces: [{ olderAt: 0, newerAt: 48_000, frames: 479_000 }] }],
    ['another sound', { strip: { columnMs: 100, bandsDb: Array.from({ length: 7 }, () => [3, 3]) } }],
  ])('does not take a recording with %s for another format', (_, change) => {
    expect(isSameRecording({ ...comparison, ...change })).toBe(false);
    expect(isSameRecording(comparison)).toBe(true);
  });

  async function withFormats() {
    const studio = await openStudio();
    const { db, add, jobs, fileOf } = studio;
    const [wav, mp3] = [await add('Tide.wav', true), await add('Tide.mp3', true)];
    await db.update(files).set({ mediaType: 'audio/mpeg' }).where(eq(files.id, mp3));
    const hashes = [(await fileOf(wav))?.sha256 ?? '', (await fileOf(mp3))?.sha256 ?? ''];
    const [olderSha256 = '', newerSha256 = ''] = hashes;
    await db
      .update(soundMeasurements)
      .set({ state: 'measured' })
      .where(eq(soundMeasurements.state, 'waiting'));
    await db.transaction((tx) => requestFormatComparisons(tx, jobs, newerSha256));
    await db.update(soundComparisons).set({ state: 'compared', comparison });
    const pair = { olderSha256, newerSha256 };
    return { ...studio, wav, mp3, pair };
  }

  test('proposes files of the same sound as formats, which a person confirms or declines', async () => {
    const { db, take, mp3, wav, pair, fileOf, listed } = await withFormats();
    expect(await db.select().from(soundComparisons)).toMatchObject([pair]);
    await db.transaction((tx) => proposeFormats(tx, pair));
    expect(await fileOf(mp3)).toMatchObject({ formatProposedFor: wav, formatOf: null });
    expect(await take('answer-formats', { [`format-${mp3}`]: 'own' })).toMatchObject({ ok: true });
    await db.transaction((tx) => proposeFormats(tx, pair));
    expect(await fileOf(mp3)).toMatchObject({ formatProposedFor: null, isFormatDeclined: true });
    expect(await take('answer-formats', { [`format-${mp3}`]: wav })).toMatchObject({ ok: true });
    expect(await fileOf(mp3)).toMatchObject({ formatOf: wav, needsApproval: false });
    expect(await listed()).toEqual(['Tide.wav']);
    expect(await take('split-format', { fileId: mp3 })).toMatchObject({ ok: true });
    expect(await listed()).toEqual(['Tide.mp3', 'Tide.wav']);
  });

  test('approves all formats of a recording at once, each by its hash', async () => {
    const { db, wav, mp3, pair, services, team, client, projectId, take } = await withFormats();
    await db.transaction((tx) => setFormat(tx, services, team, { projectId, fileId: mp3, formatOf: wav }));
    const seen = { projectId, fileId: wav, sha256: pair.olderSha256 };
    expect(await approveFile(db, services, client, seen)).toEqual({ ok: false, reason: 'other-bytes' });
    const all = { ...seen, formats: [pair.newerSha256] };
    expect(await approveFile(db, services, client, all)).toEqual({ ok: true });
    const approved = await db
      .select({ id: fileApprovals.fileId, sha256: fileApprovals.sha256 })
      .from(fileApprovals)
      .orderBy(fileApprovals.fileId);
    expect(approved).toEqual([
      { id: wav, sha256: pair.olderSha256 },
      { id: mp3, sha256: pair.newerSha256 },
    ]);
    expect(await take('split-format', { fileId: mp3 })).toMatchObject({ status: 409 });
    expect(await take('delete-files', { file: mp3, sure: 'yes' })).toMatchObject({ status: 409 });
  });

  test('asks for a format alone if it was added after the approval, and removes formats with their file', async () => {
    const { db, wav, mp3, pair, services, team, client, projectId, take, fileOf } = await withFormats();
    const seen = { projectId, fileId: wav, sha256: pair.olderSha256 };
    await approveFile(db, services, client, seen);
    await db.transaction((tx) => setFormat(tx, services, team, { projectId, fileId: mp3, formatOf: wav }));
    expect(await fileOf(mp3)).toMatchObject({ formatOf: wav, needsApproval: true });
    await db.delete(fileApprovals);
    expect(await take('delete-files', { file: wav, sure: 'yes' })).toMatchObject({ ok: true });
    expect(await listProjectFiles(db, projectId)).toEqual([]);
  });
});
