import { paddingFilters, type SoundFormat } from './sound-format.ts';
import { runSoundThread, soundProgramOf, type ThreadLimit } from './sound-thread.ts';

export type PreviewTask = {
  /** The path of the file, which is only read. */
  readonly path: string;
  /** As measured. */
  readonly format: Pick<SoundFormat, 'container' | 'channels' | 'endFrames'>;
  /** Output path (see `artefactPathOf`). */
  readonly writeTo: string;
};

export type PreviewMessage =
  | { readonly kind: 'encoded' }
  | { readonly kind: 'beyond'; readonly limit: ThreadLimit }
  | { readonly kind: 'progress'; readonly percent: number };

type PreviewOutcome = Exclude<PreviewMessage, { kind: 'progress' }>;

/** The media type of the preview audio, also for a `<source>`. */
export const previewType = 'audio/mp4; codecs=opus';

/** Bit rate by channels: stereo is transparent to most listeners at 96,000 bit/s, mono at 64,000. */
const bitsOf = (channels: number) => (channels === 1 ? 64_000 : 96_000);

/** Estimated size in bytes. */
export const previewBytesOf = (channels: number, durationMs: number) =>
  Math.round((bitsOf(channels) * durationMs) / 8000);

/** Returns FFmpeg's arguments. Opus runs at 48 kHz; more than two channels are downmixed to two. */
export function previewArgs(
  { channels, ...format }: Pick<SoundFormat, 'channels' | 'endFrames'>,
  output: string,
): readonly string[] {
  const cut = paddingFilters(format).map((filter) => `-af ${filter} `);
  const sound = `-map 0:a:0 ${cut.join('')}-map_metadata -1 -ar 48000 -ac ${channels === 1 ? 1 : 2}`;
  // Long frames keep the index small, which browsers load first.
  const opus = `-c:a libopus -b:a ${bitsOf(channels)} -frame_duration 60`;
  return [...`${sound} ${opus} -f mp4`.split(' '), output];
}

/**
 * Writes a file's first sound as Opus, in a worker thread. Throws if `signal` aborts it, if it exceeds a limit of
 * `runSoundThread`, or if encoding fails.
 */
export async function encodePreview(task: PreviewTask, signal: AbortSignal): Promise<void> {
  const outcome = await runSoundThread<PreviewOutcome>({
    program: soundProgramOf('encode-preview'),
    task,
    onProgress: () => undefined,
    signal,
    beyond: (limit) => ({ kind: 'beyond', limit }),
  });
  if (outcome.kind === 'beyond') throw new Error(`The preview audio was ${outcome.limit.replace('-', ' ')}`);
}
