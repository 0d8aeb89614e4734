import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { vi } from 'vitest';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { addFile } from '../files.ts';
import { createFileFolder } from '../store/file-folder.ts';
import { encodePreview } from '#src/audio/encode-preview.ts';
import { measureFile } from '#src/audio/measure-file.ts';
import type { measureSound, MeasuringOutcome } from '#src/audio/measure-sound.ts';
import { artefactPathOf, type ArtefactKind } from '#src/audio/sound-measures.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { measureSoundJob } from './measure-sound.job.ts';

type Made<Outcome> = {
  readonly outcome: Outcome;
  readonly files: readonly (readonly [ArtefactKind, Buffer])[];
};

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/**
 * Caches the results per sound. These fixtures test the jobs; measuring, encoding, interruption and full disks are
 * covered by the tests of src/audio.
 */
function onceForEachSound<Task extends { path: string; writeTo: string }, Watch, Outcome>(
  make: (task: Task, watch: Watch) => Promise<Outcome>,
  {
    signalOf,
    kindsOf,
  }: { signalOf: (watch: Watch) => AbortSignal; kindsOf: (outcome: Outcome) => readonly ArtefactKind[] },
) {
  const known = new Map<string, Made<Outcome>>();
  return async (task: Task, watch: Watch): Promise<Outcome> => {
    signalOf(watch).throwIfAborted();
    const hash = hashOf(task.path);
    const made = known.get(hash);
    for (const [kind, bytes] of made?.files ?? []) writeFileSync(artefactPathOf(task.writeTo, kind), bytes);
    if (made) return made.outcome;
    const outcome = await make(task, watch);
    const files = kindsOf(outcome).map(
      (kind) => [kind, readFileSync(artefactPathOf(task.writeTo, kind))] as const,
    );
    known.set(hash, { outcome, files });
    return outcome;
  };
}

/** Runs in this thread: starting a worker takes longer than measuring such a sound. */
const measureHere: typeof measureSound = (task, { onProgress }) =>
  measureFile(task, ({ percent }) => onProgress(percent));

const measureOnce = onceForEachSound(measureHere, {
  signalOf: ({ signal }) => signal,
  kindsOf: (outcome: MeasuringOutcome) => (outcome.kind === 'measured' ? outcome.artefacts : []),
});

/** `encodePreview`, cached per sound. */
export const encodeLightOnce = onceForEachSound(encodePreview, {
  signalOf: (signal) => signal,
  kindsOf: () => ['light'],
});

/** Creates a studio with a project for measuring uploaded recordings, and a manual clock. */
export async function makeSoundStudio(db: Db) {
  const dataDir = makeTestFolder();
  const made = await makeTestProject(db);
  const base = testServices();
  let nowMs = base.clock.now().getTime();
  const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn() };
  const clock = { now: () => new Date(nowMs) };
  const services = { ...base, db, clock, log, config: { dataDir } } as unknown as Services;
  const stopping = new AbortController();
  const job = measureSoundJob(services, stopping.signal, measureOnce);
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
