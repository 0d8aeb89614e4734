import { vi } from 'vitest';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { addFile } from '#src/features/recordings/files/files.ts';
import { createFileFolder } from '#src/features/recordings/files/file-folder.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { measureSoundJob } from './measure-sound.job.ts';

/** A studio with a project, which takes recordings and measures them, and whose clock is set by hand. */
export async function makeSoundStudio(db: Db) {
  const dataDir = makeTestFolder();
  const made = await makeTestProject(db);
  const base = testServices();
  let nowMs = base.clock.now().getTime();
  const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn() };
  const clock = { now: () => new Date(nowMs) };
  const services = { ...base, db, clock, log, config: { dataDir } } as unknown as Services;
  const stopping = new AbortController();
  const job = measureSoundJob(services, stopping.signal);
  return {
    ...made,
    dataDir,
    services,
    stopping,
    log,
    queued: base.queued,
    pass: (ms: number) => void (nowMs += ms),
    measure: () => job.run({}, { id: '', attempt: 1 }),
    async add(source: { bytes: Uint8Array } | { path: string }, name = 'mix.wav') {
      const stored = await createFileFolder(dataDir).store(source, name);
      const file = { projectId: made.projectId, name, needsApproval: true, stored };
      const added = await db.transaction((tx) => addFile(tx, services, made.team, file));
      if (!added.ok) throw new Error(added.reason);
      return { ...stored, fileId: added.fileId };
    },
  };
}
