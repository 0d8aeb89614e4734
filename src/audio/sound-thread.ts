import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { projectRootFrom } from '#src/platform/project-root.ts';
import type { FfmpegCompiled, WithFfmpeg } from './ffmpeg.ts';

const heapMb = 512;
/** A worker reports every 10 s of audio; one without a report for this long is considered hung. */
const stallMs = 120_000;

// The server bundle and the page bundle each contain a copy of this module; a registered symbol is shared.
const key = Symbol.for('antinode.ffmpeg');
/** Compiled by the first worker, for later ones. */
const compiled = globalThis as unknown as Record<symbol, WebAssembly.Module | undefined>;

/** Returns the program of a worker: a file next to this one in the source, at the top in the build. */
export const soundProgramOf = (name: string): URL =>
  import.meta.url.endsWith('.ts')
    ? new URL(`./${name}.worker.ts`, import.meta.url)
    : pathToFileURL(join(projectRootFrom(import.meta.dirname), `${name}.mjs`));

type Progress = { readonly kind: 'progress'; readonly percent: number };

/** The limit that a worker exceeded: memory. */
export type ThreadLimit = 'too-large';

type Running<Outcome> = {
  /** The program of the thread. */
  readonly program: URL;
  readonly task: object;
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
  /** Creates the outcome for a worker that exceeded a limit. */
  readonly beyond: (limit: ThreadLimit) => Outcome;
};

/**
 * Runs a decoding program in a worker thread, with limits on its memory and on the time between reports, and returns
 * its final message. Throws if `signal` aborts it, if it hangs, or if it fails for a reason other than the file.
 */
export async function runSoundThread<Outcome extends { readonly kind: string }>({
  program,
  task,
  onProgress,
  signal,
  beyond,
}: Running<Outcome>): Promise<Outcome> {
  signal.throwIfAborted();
  const handed: WithFfmpeg = { ffmpeg: compiled[key] ?? null };
  const worker = new Worker(program, {
    workerData: { ...task, ...handed },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  // The machine may be the cause, so this is thrown and the job is repeated.
  const giveUp = () => reject(new Error('A thread that decodes sound said nothing for too long'));
  let stall = setTimeout(giveUp, stallMs);
  const stop = () => reject(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  worker.on('message', (message: Outcome | Progress | FfmpegCompiled) => {
    if (isProgram(message)) {
      compiled[key] = message.ffmpeg;
      return;
    }
    clearTimeout(stall);
    if (!isProgress(message)) return resolve(message);
    stall = setTimeout(giveUp, stallMs);
    return onProgress(message.percent);
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(beyond('too-large'));
    else reject(error);
  });
  worker.on('exit', (code) => reject(new Error(`A thread that decodes sound ended with ${code}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(stall);
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

const isProgram = (message: { readonly kind: string }): message is FfmpegCompiled =>
  message.kind === 'ffmpeg';

const isProgress = (message: { readonly kind: string }): message is Progress => message.kind === 'progress';
