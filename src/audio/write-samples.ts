import type { SoundContainer, SampleFormat } from './sound-format.ts';
import { runSoundThread, soundProgramOf, type ThreadLimit } from './sound-thread.ts';

export type SamplesTask = {
  /** The path of the file, which is only read. */
  readonly path: string;
  readonly container: SoundContainer;
  readonly samples: SampleFormat;
  /** A file that is there; the samples go into it, as they lie in a WAV file. */
  readonly writeTo: string;
  /** How many bytes they take; what is beyond is left out. */
  readonly sizeBytes: number;
};

export type SamplesMessage =
  | { readonly kind: 'written' }
  | { readonly kind: 'beyond'; readonly limit: ThreadLimit }
  | { readonly kind: 'progress'; readonly percent: number };

/**
 * Writes the samples of a file's first sound into another file, in a worker thread; `onMore` hears that there are more.
 * Throws where `signal` ends it, where it goes beyond a limit of `runSoundThread`, and where it fails.
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
