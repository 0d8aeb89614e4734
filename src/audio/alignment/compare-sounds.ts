import { runSoundThread } from '../sound-thread.ts';
import type { ChangeDetail, SoundComparison, UncomparedReason } from './sound-comparison.ts';

export type ComparedFile = {
  /** The path of the file, which is only read. */
  readonly path: string;
  /** As measured. */
  readonly lengthS: number;
};

export type ComparingTask = {
  readonly older: ComparedFile;
  readonly newer: ComparedFile;
};

export type ComparingOutcome =
  | { readonly kind: 'compared'; readonly comparison: SoundComparison; readonly detail: ChangeDetail }
  | { readonly kind: 'uncompared'; readonly reason: UncomparedReason };

export type ComparingMessage = ComparingOutcome | { readonly kind: 'progress'; readonly percent: number };

// The file is next to this one in the source, and next to the server in the build.
const program = import.meta.url.endsWith('.ts') ? './compare-sounds.worker.ts' : './compare-sounds.mjs';

/** Aligns and compares two files in a worker thread (see `runSoundThread` for its limits and failures). */
export const compareSounds = (
  task: ComparingTask,
  watch: { readonly onProgress: (percent: number) => void; readonly signal: AbortSignal },
): Promise<ComparingOutcome> =>
  runSoundThread<ComparingOutcome>({
    program: new URL(program, import.meta.url),
    task,
    ...watch,
    beyond: (reason) => ({ kind: 'uncompared', reason }),
  });
