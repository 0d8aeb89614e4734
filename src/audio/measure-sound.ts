import type { ArtefactKind, MovingPicture, SoundMeasures, UnmeasuredReason } from './sound-measures.ts';
import { runSoundThread, soundProgramOf } from './sound-thread.ts';

export type MeasuringTask = {
  /** The path of the file, which is only read. */
  readonly path: string;
  /** The path prefix for the artefacts, as `artefactPathOf` names them. */
  readonly writeTo: string;
};

export type MeasuringOutcome =
  | {
      readonly kind: 'measured';
      readonly measures: SoundMeasures;
      /** The artefacts that were written. */
      readonly artefacts: readonly ArtefactKind[];
    }
  | {
      readonly kind: 'unmeasured';
      readonly reason: UnmeasuredReason;
      /** The video of a film without sound. */
      readonly picture?: MovingPicture | undefined;
    };

export type MeasuringMessage = MeasuringOutcome | { readonly kind: 'progress'; readonly percent: number };

/** Decodes and measures a file in a worker thread (see `runSoundThread` for its limits and failures). */
export const measureSound = (
  task: MeasuringTask,
  watch: { readonly onProgress: (percent: number) => void; readonly signal: AbortSignal },
): Promise<MeasuringOutcome> =>
  runSoundThread<MeasuringOutcome>({
    program: soundProgramOf('measure-sound'),
    task,
    ...watch,
    beyond: (reason) => ({ kind: 'unmeasured', reason }),
  });
