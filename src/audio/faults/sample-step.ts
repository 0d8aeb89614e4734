import { isLossless, type SoundFormat } from '../sound-format.ts';

export type SampleFormat = Pick<SoundFormat, 'codec' | 'bits'>;

/**
 * The step from one possible sample to the next at a level, 1 at full scale: half as large for each bit, or, of µ-law and A-law, a share
 * of the level (ITU-T G.711). 0 where there are no steps worth naming, as of floats and of what is lossy.
 */
export function stepAt({ codec, bits }: SampleFormat, level: number): number {
  if (bits === null || !isLossless(codec) || codec.startsWith('pcm_f')) return 0;
  return codec.endsWith('law') ? Math.max(level / 16, 2 ** -12) : 2 ** (1 - bits);
}
