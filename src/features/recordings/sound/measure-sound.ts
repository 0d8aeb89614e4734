import { Worker } from 'node:worker_threads';
import type { SoundMeasures, UnmeasuredReason } from './sound-measures.ts';

export type MeasuringTask = {
  /** Of the file, which is only read. */
  readonly path: string;
  /** Where the FLAC for listening goes, if the file needs one. */
  readonly renditionPath: string;
};

export type MeasuringOutcome =
  | { readonly kind: 'measured'; readonly measures: SoundMeasures; readonly hasRendition: boolean }
  | { readonly kind: 'unmeasured'; readonly reason: UnmeasuredReason };

export type MeasuringMessage = MeasuringOutcome | { readonly kind: 'progress'; readonly percent: number };

const heapMb = 512;
/** A worker tells of every 10 s of sound; one that has been silent for so long hangs. */
const stallMs = 120_000;

// In the source a file of its own beside this one, in the build beside the server.
const program = import.meta.url.endsWith('.ts') ? './measure-sound.worker.ts' : './measure-sound.mjs';

/**
 * Decodes and measures a file in a thread of its own, with limits on its memory and on how long it may say nothing. Throws
 * where `signal` ends it, and where the thread fails for a reason that is not the file's.
 */
export async function measureSound(
  task: MeasuringTask,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<MeasuringOutcome> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(program, import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<MeasuringOutcome>();
  const giveUp = () => resolve({ kind: 'unmeasured', reason: 'too-long' });
  let stall = setTimeout(giveUp, stallMs);
  const stop = () => reject(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  worker.on('message', (message: MeasuringMessage) => {
    clearTimeout(stall);
    if (message.kind !== 'progress') return resolve(message);
    stall = setTimeout(giveUp, stallMs);
    return onProgress(message.percent);
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ kind: 'unmeasured', reason: 'too-large' });
    else reject(error);
  });
  worker.on('exit', (code) => reject(new Error(`The measuring thread ended with ${code}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(stall);
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
