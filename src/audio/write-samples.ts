import type { SoundContainer, SampleFormat } from './sound-format.ts';
import { runSoundThread, soundProgramOf, type ThreadLimit } from './sound-thread.ts';

export type SamplesTask = {
  /** The path of the file, which is only read. */
  readonly path: string;
  readonly container: SoundContainer;
  readonly samples: SampleFormat;
  /** An existing file, which receives the samples as in a WAV file. */
  readonly writeTo: string;
  /** Maximum number of bytes; the rest is dropped. */
  readonly sizeBytes: number;
};

export type SamplesMessage =
  | { readonly kind: 'written' }
  | { readonly kind: 'beyond'; readonly limit: ThreadLimit }
  | { readonly kind: 'progress'; readonly percent: number };

/**
 * Writes the samples of a file's first sound into another file, in a worker thread; calls `onMore` as they are written.
 * Throws if `signal` aborts it, if it exceeds a limit of `runSoundThread`, or if it fails.
 */
export async function writeSamples(
  task: SamplesTask,
  { onMore, signal }: { readonly onMore: () => void; readonly signal: AbortSignal },
): Promise<void> {
  const outcome = await runSoundThread<Exclude<SamplesMessage, { kind: 'progress' }>>({
    program: soundProgramOf('write-samples'),
    task,
    onProgress: onMore,
    signal,
    beyond: (limit) => ({ kind: 'beyond', limit }),
  });
  if (outcome.kind === 'beyond') throw new Error(`The decoding was ${outcome.limit.replace('-', ' ')}`);
}
