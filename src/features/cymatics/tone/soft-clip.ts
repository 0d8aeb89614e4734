/** Samples up to here pass unchanged. A point of the curve's grid, so that interpolation is exact too. */
export const kneeLevel = 461 / 512;
/** The curve covers this much on either side, far above what all voices together reach. */
const reach = 8;
const points = 16 * 512 + 1;

/** What the soft clip makes of a sample: itself up to the knee, then bending smoothly towards 1. */
export function softClip(sample: number): number {
  const over = Math.abs(sample) - kneeLevel;
  const room = 1 - kneeLevel;
  return over <= 0 ? sample : Math.sign(sample) * (kneeLevel + room * Math.tanh(over / room));
}

/**
 * What has to be added to a signal to clip it softly, over −8 to 8: exactly nothing up to the knee. A shaper that carried
 * the signal itself would round it everywhere.
 */
export function clipCorrection(): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: points }, (_, i) => {
    const sample = i / 512 - reach;
    return softClip(sample) - sample;
  });
}

/** A soft clip between `input` and `output`, linear to the last bit below 0.9. */
export function connectSoftClip(context: BaseAudioContext, input: AudioNode, output: AudioNode): void {
  const scale = context.createGain();
  scale.gain.value = 1 / reach;
  const shaper = context.createWaveShaper();
  shaper.curve = clipCorrection();
  shaper.oversample = 'none';
  input.connect(output);
  input.connect(scale).connect(shaper).connect(output);
}
