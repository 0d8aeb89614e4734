import { framesOf, inputArgs, soundArgs } from '#src/features/recordings/sound/decode-sound.ts';
import { inputPath, runFfmpeg } from '#src/features/recordings/sound/ffmpeg.ts';
import type { SoundFormat } from '#src/features/recordings/signal/sound-format.ts';

type Sound = { readonly path: string; readonly format: SoundFormat };

/** The samples to decode in one pass: mono at `rateHz`, or all channels at their own rate. */
type Wanted = {
  readonly rateHz: number | 'own';
  readonly take: (samples: Float32Array) => void;
};

/** All channels in one. Their weights differ, so that a sound which is inverted in one of two does not cancel itself. */
const monoOf = (channels: number) =>
  `pan=mono|c0=${Array.from({ length: channels }, (_, channel) => `${channel % 2 === 0 ? 0.6 : 0.4}*c${channel}`).join('+')}`;

/** Decodes a file's first sound from its start to its end, once for everything that is wanted of it. */
export async function decodeFor({ path, format }: Sound, wanted: readonly Wanted[]): Promise<void> {
  const outputs = wanted.map(({ rateHz, take }, index) => ({
    name: `pcm${index}`,
    write: framesOf(rateHz === 'own' ? format.channels : 1, take),
  }));
  const mapped = (rateHz: number | 'own') =>
    rateHz === 'own'
      ? soundArgs(format)
      : [...soundArgs(format, [monoOf(format.channels)]), '-ar', String(rateHz)];
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
      ...wanted.flatMap(({ rateHz }, index) => [
        ...mapped(rateHz),
        '-c:a',
        'pcm_f32le',
        '-f',
        'f32le',
        output(`pcm${index}`),
      ]),
    ],
  });
}
