import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { deleteFile } from '../removed/delete-file.fixture.ts';
import { createFileFolder } from '../store/file-folder.ts';
import { files } from '../store/file.table.ts';
import { measuringLease, findMeasurement } from '../measurements/sound-measurements.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { findReport } from '#src/features/delivery/find-report.ts';
import { analyserVersion, artefactPathOf } from '#src/audio/sound-measures.ts';
import { encode, testWave } from '#src/audio/encoded-sound.fixture.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { redact } from '#src/platform/log.ts';
import { createProject } from '#src/features/projects/projects.ts';
import { measureSoundJob } from './measure-sound.job.ts';
import { removeAbandonedRenditions } from './rendition-folder.ts';
import { requestUnmeasured } from './sound-work.ts';
import { makeSoundStudio } from './sound-studio.fixture.ts';

async function openStudio(db: Db) {
  const studio = await makeSoundStudio(db);
  return { ...studio, run: studio.measure, rows: () => db.select().from(soundMeasurements) };
}

describeOnOneDatabase('the sound of an uploaded file', (open) => {
  test('is measured once per content, and every file with it gets the length and waveform', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    const { sha256 } = await studio.add({ bytes: testWave() });
    await studio.add({ bytes: testWave() }, 'again.wav');
    expect(await findMeasurement(db, sha256)).toMatchObject({ state: 'waiting', before: 0 });
    expect(studio.queued).toContainEqual({ queue: 'sound-measuring', data: {} });
    expect(await studio.run()).toEqual({ ok: true });
    expect(await studio.run()).toEqual({ ok: true });
    const rows = await studio.rows();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ sha256, state: 'measured', attempts: 1, renditionKey: null });
    expect(rows[0]?.measures).toMatchObject({ frames: 88_200, format: { rateHz: 44_100, bits: 24 } });
    const lengths = await db.select({ durationMs: files.durationMs }).from(files);
    expect(lengths).toEqual([{ durationMs: 2000 }, { durationMs: 2000 }]);
    const told = await db.select().from(clientEvents).where(eq(clientEvents.kind, 'file-measured'));
    expect(told).toHaveLength(1);
  });

  test('reports progress to open pages every five seconds, and its end to those of waiting files', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    const { sha256 } = await studio.add({ bytes: testWave() });
    studio.pass(1);
    const { clientId } = await makePerson(db, 'client', 'Sable Okafor');
    const about = { clientId, name: 'Side A', description: 'Somebody else’s.' };
    const other = await db.transaction((tx) => createProject(tx, studio.services, studio.team, about));
    const projectId = other.ok ? other.projectId : '';
    const waiting = await studio.add({ bytes: testWave().fill(0, 200, 400) }, 'other.wav');
    await db.update(files).set({ projectId }).where(eq(files.sha256, waiting.sha256));
    const measure = measureSoundJob(studio.services, studio.stopping.signal, (_task, { onProgress }) => {
      for (const percent of [10, 20, 30, 40]) {
        studio.pass(2500);
        onProgress(percent);
      }
      return Promise.resolve({ kind: 'unmeasured', reason: 'unreadable' });
    });
    await measure.run({}, { id: '', attempt: 1 });
    const told = async (kind: string, id: string) =>
      db.$count(clientEvents, and(eq(clientEvents.kind, kind), eq(clientEvents.clientId, id)));
    const own = studio.client.clientId;
    expect([await told('file-measuring', own), await told('file-measured', own)]).toEqual([2, 1]);
    expect([await told('file-measuring', clientId), await told('file-measured', clientId)]).toEqual([0, 1]);
    expect(await findMeasurement(db, sha256)).toMatchObject({ state: 'unmeasured', percent: 100 });
    expect(await findMeasurement(db, waiting.sha256)).toMatchObject({ state: 'waiting', before: 0 });
  });

  test('reuses its measurement when it is uploaded again', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.add({ bytes: testWave() });
    await studio.run();
    const { fileId } = await studio.add({ bytes: testWave() }, 'again.wav');
    const [again] = await db.select().from(files).where(eq(files.id, fileId));
    expect(again).toMatchObject({ durationMs: 2000, peaks: expect.any(String) });
  });

  test('leaves no partial FLAC after its process died, and the clean-up spares active measurements', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    const { sha256 } = await studio.add({ bytes: testWave() });
    const folder = join(studio.dataDir, 'measuring');
    await mkdir(folder);
    const gone = 'f'.repeat(64);
    for (const hash of [sha256, gone]) await writeFile(join(folder, `${hash}.flac`), 'fLaC');
    await measuringLease.claim(db, studio.services.clock.now());
    expect(await removeAbandonedRenditions(studio.services)).toBe(1);
    expect(await readdir(folder)).toEqual([`${sha256}.flac`]);
    studio.pass(91_000);
    expect(await removeAbandonedRenditions(studio.services)).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test('gets a FLAC if browsers cannot play it; all artefacts are removed with the last file that needs them', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    const path = await encode(studio.dataDir, 'mix.aiff', ['-c:a', 'pcm_s24be', '-f', 'aiff']);
    const { fileId } = await studio.add({ path }, 'mix.aiff');
    expect(await studio.run()).toEqual({ ok: true });
    const [row] = await studio.rows();
    const made = { rendition: row?.renditionKey ?? '', ...row?.artefacts };
    expect(Object.keys(made).toSorted()).toEqual(['figure', 'peaks', 'rendition', 'spectrogram']);
    const storedOf = async () => {
      const found = await Promise.all(
        Object.values(made).map((key) => createFileFolder(studio.dataDir).open(key)),
      );
      await Promise.all(found.map(async (handle) => handle?.close()));
      return found.filter((handle) => handle !== null).length;
    };
    expect(await storedOf()).toBe(4);
    await deleteFile(studio.services, studio.team, { projectId: studio.projectId, fileId });
    expect(await studio.rows()).toEqual([]);
    expect(await storedOf()).toBe(0);
  });

  // Linux has a device that is always full.
  test.skipIf(!existsSync('/dev/full'))('waits for disk space without a limit', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    const { sha256 } = await studio.add({ bytes: testWave() });
    const folder = join(studio.dataDir, 'measuring');
    await mkdir(folder);
    for (const kind of ['peaks', 'spectrogram'] as const) {
      await symlink('/dev/full', artefactPathOf(join(folder, sha256), kind));
      const reason = expect.stringContaining('ENOSPC') as string;
      expect(await studio.run()).toEqual({ ok: false, permanent: false, reason });
      studio.pass(61_000);
    }
    expect((await studio.rows())[0]).toMatchObject({ state: 'waiting', attempts: 0, measures: null });
    expect(await readdir(join(studio.dataDir, 'files'))).toHaveLength(1);
    expect(await studio.run()).toEqual({ ok: true });
    expect((await studio.rows())[0]).toMatchObject({ state: 'measured', attempts: 1 });
  });

  test('shows why it cannot be measured, is kept, and does not block the queue', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    const broken = await studio.add({ bytes: testWave().subarray(0, 20) }, 'broken.wav');
    const { sha256 } = await studio.add({ bytes: testWave() });
    await studio.run();
    await studio.run();
    expect(await findMeasurement(db, broken.sha256)).toMatchObject({
      state: 'unmeasured',
      reason: 'unreadable',
    });
    expect(await findMeasurement(db, sha256)).toMatchObject({ state: 'measured' });
    expect(await db.$count(files)).toBe(2);
  });

  test('is measured by one process at a time, and restarted after that process died', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    const { sha256 } = await studio.add({ bytes: testWave() });
    const leased = new Date(studio.services.clock.now().getTime() + 90_000);
    await db.update(soundMeasurements).set({ state: 'measuring', attempts: 1, leasedUntil: leased });
    await studio.run();
    expect(await findMeasurement(db, sha256)).toMatchObject({ state: 'measuring' });
    studio.pass(90_000);
    await requestUnmeasured(studio.services);
    await studio.run();
    expect(await findMeasurement(db, sha256)).toMatchObject({ state: 'measured' });
  });

  test('is given up after three unfinished attempts', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    const { sha256 } = await studio.add({ bytes: testWave() });
    await db.update(soundMeasurements).set({ state: 'measuring', attempts: 3 });
    await studio.run();
    expect(await findMeasurement(db, sha256)).toMatchObject({ state: 'unmeasured', reason: 'failed' });
    const fields = studio.log.error.mock.calls[0]?.[1] as { sha256: string };
    expect(redact(fields.sha256)).toBe(sha256.slice(0, 16));
    await studio.add({ bytes: testWave() }, 'again.wav');
    await studio.run();
    expect(await findMeasurement(db, sha256)).toMatchObject({ state: 'measured', reason: null });
  });

  test('waits again after a server stop, which does not count as an attempt', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.add({ bytes: testWave() });
    const claimedAt = studio.services.clock.now();
    const clock = vi.spyOn(studio.services.clock, 'now').mockReturnValueOnce(claimedAt);
    // Its second clock reading is the time of the claim.
    clock.mockImplementationOnce(() => {
      studio.stopping.abort(new Error('The server stops'));
      return claimedAt;
    });
    expect(await studio.run()).toMatchObject({ ok: false, permanent: false });
    const [row] = await studio.rows();
    expect(row).toMatchObject({ state: 'waiting', attempts: 0, measures: null });
  });

  test('is measured if no measurement exists or an older analyser made it', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.add({ bytes: testWave() });
    await db.delete(soundMeasurements);
    await requestUnmeasured(studio.services);
    expect(await studio.rows()).toMatchObject([{ state: 'waiting' }]);
    await studio.run();
    await db.update(soundMeasurements).set({ analyser: 0 });
    await requestUnmeasured(studio.services);
    const [row] = await studio.rows();
    expect(row).toMatchObject({ state: 'waiting', analyser: analyserVersion, attempts: 0 });
    // The previous measurement is shown until there is a newer one.
    expect(row?.measures).not.toBeNull();
  });

  test('is shown only to the client of its project and the team', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    const { fileId } = await studio.add({ bytes: testWave() });
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    expect(await findReport(db, studio.client, fileId)).not.toBeNull();
    expect(await findReport(db, studio.team, fileId)).not.toBeNull();
    expect(await findReport(db, stranger, fileId)).toBeNull();
    expect(await findReport(db, studio.client, "' or true --")).toBeNull();
    expect(await findReport(db, studio.client, undefined)).toBeNull();
  });
});
