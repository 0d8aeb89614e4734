import type { SoundMeasures } from '#src/features/recordings/sound/sound-measures.ts';

/** What was measured of a minute of stereo. */
export const measuresOf = (change: Partial<SoundMeasures> = {}): SoundMeasures => ({
  format: {
    container: 'wav',
    codec: 'pcm_s24le',
    rateHz: 48_000,
    channels: 2,
    layout: 'stereo',
    bits: 24,
    declaredS: 60,
  },
  frames: 2_880_000,
  isDamaged: false,
  integrated: -23,
  maxMomentary: -20,
  maxShortTerm: -21,
  loudnessRange: 6,
  truePeak: -1.5,
  samplePeak: -1.6,
  rms: -22,
  noiseFloor: -70,
  curve: [],
  peaks: '',
  ...change,
});
