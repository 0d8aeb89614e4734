import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Person, Session } from '#src/features/accounts/sessions/session.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { makePerson, makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { addFile } from '../files.ts';
import { createFileFolder } from '../store/file-folder.ts';
import { serveFile } from './serve-file.ts';
import { waveFileOf } from '../wave-file.fixture.ts';

const original = waveFileOf({ frames: 100, sample: () => 0 });
const light = Buffer.from('Opus, much smaller');

/** Creates a recording in a project and a function that requests its audio. */
async function makeRecording(db: Db) {
  const dataDir = await mkdtemp(join(tmpdir(), 'listen-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const made = await makeTestProject(db);
  const { clock } = testServices();
  const services = { db, clock, log: { error: vi.fn() }, config: { dataDir } } as unknown as Services;
  const stored = await createFileFolder(dataDir).store({ bytes: original }, 'mix.wav');
  const file = { projectId: made.projectId, name: 'mix.wav', needsApproval: false, stored };
  const added = await db.transaction((tx) => addFile(tx, testServices(), made.team, file));
  if (!added.ok) throw new Error(added.reason);
  const { storageKey } = await createFileFolder(dataDir).store({ bytes: light }, 'light');
  const ask = (person: Person | null, query: string, headers = {}) => {
    const url = new URL(`https://studio.example/portal/files/${added.fileId}/listen${query}`);
    return serveFile(
      {
        request: new Request(url, { headers }),
        url,
        params: { id: added.fileId },
        locals: { services, session: person && ({ person } as unknown as Session) },
      },
      'listen',
    );
  };
  const makePreview = () => db.update(soundMeasurements).set({ artefacts: { light: storageKey } });
  return { ...made, ask, makePreview };
}

const bytesOf = async (response: Response | null) =>
  Buffer.from(new Uint8Array((await response?.arrayBuffer()) ?? []));

describeOnOneDatabase('preview audio', (open) => {
  test('is served only to its project’s client and to the team, whole or in parts, and never cached by others', async () => {
    const { db } = await open();
    const { client, team, ask, makePreview } = await makeRecording(db);
    await makePreview();
    for (const person of [client, team]) {
      const answer = await ask(person, '?light');
      expect(answer?.headers.get('content-type')).toBe('audio/mp4; codecs=opus');
      expect(answer?.headers.get('cache-control')).toBe('private, no-store');
      expect(await bytesOf(answer)).toEqual(light);
    }
    const part = await ask(client, '?light', { range: 'bytes=6-9' });
    expect(part?.status).toBe(206);
    expect(await bytesOf(part)).toEqual(light.subarray(6, 10));
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    expect(await ask(stranger, '?light')).toBeNull();
    expect(await ask(null, '?light')).toBeNull();
  });

  test('is not found before it is made, while the original is played', async () => {
    const { db } = await open();
    const { client, ask, makePreview } = await makeRecording(db);
    expect(await ask(client, '?light')).toBeNull();
    expect(await bytesOf(await ask(client, ''))).toEqual(original);
    await makePreview();
    // The default is the exact sound.
    expect(await bytesOf(await ask(client, ''))).toEqual(original);
  });
});
