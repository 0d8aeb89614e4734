const stepsPerS = 100;
/** Half a second. */
const windowSteps = 50;

/**
 * Finds the quietest half second of a sound, to 10 ms, in which no 10 ms are digital silence: a half second that is silent in part
 * would be as quiet as that part is long.
 */
export function createNoiseFloorMeter(rateHz: number, channels: number) {
  const stepFrames = Math.max(1, Math.round(rateHz / stepsPerS));
  const steps = new Float64Array(windowSteps);
  let lowest = Infinity;
  let filled = 0;
  let current = 0;
  /** Since the last silence. */
  let sounding = 0;

  function endStep(): void {
    if (current > 0) {
      steps[sounding % windowSteps] = current;
      sounding += 1;
      if (sounding >= windowSteps)
        lowest = Math.min(
          lowest,
          steps.reduce((sum, step) => sum + step, 0),
        );
    } else sounding = 0;
    current = 0;
    filled = 0;
  }

  return {
    /** Takes the first `count` frames, each as the sum of its channels' squares. */
    add(powers: Float64Array, count: number): void {
      for (let at = 0; at < count; at++) {
        current += powers[at] as number;
        filled += 1;
        if (filled === stepFrames) endStep();
      }
    },
    /** The mean of the squares of all its samples, 1 at full scale; null where there is no such half second. */
    read: (): number | null =>
      Number.isFinite(lowest) ? lowest / (windowSteps * stepFrames * channels) : null,
  };
}
