import { framesOf, inputArgs, soundArgs } from '../decode-sound.ts';
import { inputPath, runFfmpeg } from '../ffmpeg.ts';
import type { SoundFormat } from '../sound-format.ts';

type Sound = { readonly path: string; readonly format: SoundFormat };

/** The samples to decode in one pass, at `rateHz`: mono, or all channels. */
type Wanted = {
  readonly rateHz: number;
  readonly channels: 'mono' | 'all';
  readonly take: (samples: Float32Array) => void;
};

/** How much of a channel is in mono. It differs, so that a sound which is inverted in one of two channels does not cancel itself. */
export const monoShare = (channel: number) => (channel % 2 === 0 ? 0.6 : 0.4);

const monoOf = (channels: number) =>
  `pan=mono|c0=${Array.from({ length: channels }, (_, channel) => `${monoShare(channel)}*c${channel}`).join('+')}`;

/** Decodes a file's first sound from its start to its end, once for everything that is wanted of it. */
export async function decodeFor({ path, format }: Sound, wanted: readonly Wanted[]): Promise<void> {
  const outputs = wanted.map(({ channels, take }, index) => ({
    name: `pcm${index}`,
    write: framesOf(channels === 'all' ? format.channels : 1, take),
  }));
  const mapped = ({ rateHz, channels }: Wanted) => [
    ...soundArgs(format, channels === 'all' ? [] : [monoOf(format.channels)]),
    '-ar',
    String(rateHz),
  ];
  await runFfmpeg({
    program: 'exec',
    path,
    outputs,
    args: (output) => [
      '-v',
      'error',
      ...inputArgs(format.container),
      '-i',
      inputPath,
      ...wanted.flatMap((each, index) => [
        ...mapped(each),
        '-c:a',
        'pcm_f32le',
        '-f',
        'f32le',
        output(`pcm${index}`),
      ]),
    ],
  });
}
