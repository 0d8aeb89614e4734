import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Person, Session } from '#src/features/accounts/sessions/session.ts';
import { openTestOutbox } from '#src/features/notifications/emails/test-outbox.fixture.ts';
import * as drawing from '../covers/draw-figure.ts';
import { figureAddressOf } from '../covers/recording-figure.ts';
import { figurePathOf } from '#src/audio/figure-path.ts';
import type { SoundMeasures } from '#src/audio/sound-measures.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { makePerson, makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { addFile } from '../files.ts';
import { deleteFile } from '../removed/delete-file.fixture.ts';
import { createFileFolder } from '../store/file-folder.ts';
import { listProjectFiles } from '../list-project-files.ts';
import { serveArtefact, serveFigure } from './serve-artefact.ts';
import { waveFileOf } from '../wave-file.fixture.ts';

vi.mock(import('../covers/draw-figure.ts'), { spy: true });
const savedFigurePng = vi.mocked(drawing.savedFigurePng);

const pitches = [{ note: 57, hz: 220, share: 1 }];

/** Stores a measurement with a figure. Returns the figure's storage key. */
async function measureAs(db: Db, dataDir: string, sha256: string, heard = pitches): Promise<string> {
  const { storageKey } = await createFileFolder(dataDir).store(
    { bytes: Buffer.from(figurePathOf(heard)) },
    'figure',
  );
  const measures = { pitches: heard } as unknown as SoundMeasures;
  const values = { state: 'measured', measures, artefacts: { figure: storageKey } } as const;
  await db
    .insert(soundMeasurements)
    .values({ sha256, analyser: 5, askedAt: new Date(), ...values })
    .onConflictDoUpdate({ target: soundMeasurements.sha256, set: values });
  return storageKey;
}

/** Creates an unmeasured recording and a function that requests its figure. */
async function makeRecording(db: Db) {
  const dataDir = makeTestFolder();
  const made = await makeTestProject(db);
  const services = {
    ...testServices(),
    db,
    config: { dataDir },
    log: { warn: vi.fn() },
  } as unknown as Services;
  const bytes = waveFileOf({ frames: 100, sample: () => 0 });
  const stored = await createFileFolder(dataDir).store({ bytes }, 'mix.wav');
  const file = { projectId: made.projectId, name: 'Mix "v2"\n.wav', needsApproval: false, stored };
  const added = await db.transaction((tx) => addFile(tx, testServices(), made.team, file));
  if (!added.ok) throw new Error(added.reason);
  const { fileId } = added;
  const ask = (
    person: Person | null,
    as: 'svg' | 'png',
    address = `/portal/files/${fileId}/figure.${as}`,
  ) => {
    const url = new URL(address, 'https://studio.example');
    const locals = { services, session: person && ({ person } as unknown as Session) };
    return serveFigure({ request: new Request(url), url, params: { id: fileId }, locals }, as);
  };
  return { ...made, dataDir, fileId, ask, services, sha256: stored.sha256 };
}

describeOnOneDatabase('a recording’s figure', (open) => {
  test('is served only to its project’s client and to the team, once it is measured', async () => {
    const { db } = await open();
    const { client, team, dataDir, sha256, ask } = await makeRecording(db);
    expect(await ask(client, 'svg')).toBeNull();
    await measureAs(db, dataDir, sha256);
    for (const person of [client, team]) {
      const svg = await ask(person, 'svg');
      expect(svg?.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
      expect(svg?.headers.get('content-security-policy')).toContain('sandbox');
      expect(await svg?.text()).toContain('A3, 220 Hz · mode (5,2)');
      const png = await ask(person, 'png');
      expect(png?.headers.get('content-type')).toBe('image/png');
      await png?.body?.cancel();
    }
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    for (const as of ['svg', 'png'] as const) {
      expect(await ask(stranger, as)).toBeNull();
      expect(await ask(null, as)).toBeNull();
    }
  });

  test('and other artefacts of its sound are not served to others', async () => {
    const { db } = await open();
    const { client, team, dataDir, fileId, sha256, services } = await makeRecording(db);
    const storageKey = await measureAs(db, dataDir, sha256);
    await db.update(soundMeasurements).set({ artefacts: { peaks: storageKey } });
    const url = new URL(`https://studio.example/portal/files/${fileId}/peaks`);
    const statusFor = async (person: Person | null) => {
      const locals = { services, session: person && ({ person } as unknown as Session) };
      const answer = await serveArtefact(
        { request: new Request(url), url, params: { id: fileId }, locals },
        'peaks',
      );
      await answer?.bytes();
      return answer?.status ?? null;
    };
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    expect([await statusFor(client), await statusFor(team)]).toEqual([200, 200]);
    expect([await statusFor(stranger), await statusFor(null)]).toEqual([null, null]);
  });

  test('is cached under its URL and saved under the recording’s name', async () => {
    const { db } = await open();
    const { client, dataDir, projectId, fileId, sha256, ask } = await makeRecording(db);
    expect((await listProjectFiles(db, projectId))[0]?.figureKey).toBeNull();
    await measureAs(db, dataDir, sha256);
    const [file] = await listProjectFiles(db, projectId);
    const address = figureAddressOf(`/portal/files/${fileId}`, file?.figureKey, 'svg') ?? '';
    const kept = await ask(client, 'svg', address);
    expect(kept?.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(kept?.headers.get('content-disposition')).toBeNull();
    expect((await ask(client, 'svg'))?.headers.get('cache-control')).toBe('private, no-cache');
    const saved = (await ask(client, 'svg', `${address}&save`))?.headers.get('content-disposition') ?? '';
    expect(saved).toMatch(/^attachment; filename="Mix [^"\n]*figure\.svg"/);
  });

  test('is drawn once for concurrent requests and deleted with the recording', async () => {
    const { db } = await open();
    const { client, team, dataDir, projectId, fileId, sha256, ask, services } = await makeRecording(db);
    await measureAs(db, dataDir, sha256);
    const stored = () => readdir(join(dataDir, 'files'));
    const before = (await stored()).length;
    savedFigurePng.mockClear();
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(client, 'png')));
    const pictures = await Promise.all(
      [...answers, await ask(team, 'png')].map(async (answer) => answer?.bytes()),
    );
    expect(new Set(pictures.map((picture) => picture && Buffer.from(picture).toString('base64'))).size).toBe(
      1,
    );
    expect(savedFigurePng).toHaveBeenCalledTimes(1);
    expect(await stored()).toHaveLength(before + 1);
    await deleteFile(services, team, { projectId, fileId });
    expect(await stored()).toEqual([]);
  });

  test('is still served as SVG if it cannot be drawn as PNG', async () => {
    const { db } = await open();
    const { client, dataDir, sha256, ask } = await makeRecording(db);
    await measureAs(db, dataDir, sha256);
    savedFigurePng.mockRejectedValueOnce(new Error('nothing draws here'));
    expect(await ask(client, 'png')).toBeNull();
    expect(await ask(client, 'svg')).not.toBeNull();
  });

  test('of a sound without a pitch has its own caption, and one without bytes is not found', async () => {
    const { db } = await open();
    const { client, dataDir, sha256, ask } = await makeRecording(db);
    const key = await measureAs(db, dataDir, sha256, []);
    expect(await (await ask(client, 'svg'))?.text()).toContain('No steady pitch was heard.');
    await createFileFolder(dataDir).remove(key);
    expect(await ask(client, 'svg')).toBeNull();
  });
});

describeOnOneDatabase('a mail about files to approve', (open) => {
  test('embeds the figure of each measured file, and is sent without it if it is missing', async () => {
    const database = await open();
    const { db } = database;
    const dataDir = makeTestFolder();
    const { studio, addFile: add, runAt } = await openTestOutbox(database, dataDir);
    const first = await add('mix.wav');
    const key = await measureAs(db, dataDir, '00');
    await runAt(0);
    await runAt(1);
    const [mail] = studio.sent;
    const [picture, ...others] = mail?.attachments ?? [];
    expect(others).toEqual([]);
    expect(picture).toMatchObject({ contentType: 'image/png', contentId: `${first}.figure@recordings` });
    expect(picture?.content.length).toBeLessThan(6000);
    expect(mail?.html).toContain(`src="cid:${first}.figure@recordings"`);
    expect(mail?.html).toContain('A3, 220 Hz · mode (5,2)');
    await createFileFolder(dataDir).remove(key);
    await add('mix_v2.wav');
    await runAt(30);
    await runAt(31);
    expect(studio.sent).toHaveLength(2);
    expect(studio.sent[1]?.attachments).toEqual([]);
    expect(studio.sent[1]?.html).not.toContain('cid:');
  });
});
