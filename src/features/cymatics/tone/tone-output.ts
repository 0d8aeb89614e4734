/** The output of all voices: master gain, soft clip, meter, loudspeaker. */
export interface ToneOutput {
  readonly context: BaseAudioContext;
  readonly input: AudioNode;
  /** Sets the master gain, 0 to 1, reached within 0.15 s without a step. */
  setGain(gain: number): void;
  /** Returns the loudness of the output, 0 to 1, smoothed for display; 1 is one note at full volume. */
  level(): number;
}

/** Changes are scheduled this far ahead, since late ones click; the delay is inaudible. */
export const changeLeadS = 0.02;
const gainTimeConstantS = 0.012;
/** One note at full volume: a sine with a peak of 0.3. */
const fullRms = 0.3 / Math.SQRT2;
/** The level is 0 this far below a full note. */
const rangeDb = 50;
const riseS = 0.02;
const fallS = 0.12;

/**
 * Returns the level of a block of samples, linear in decibels: 0 at `rangeDb` below one full note, 1 at one full note.
 */
function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const db = 10 * Math.log10(sum / samples.length / fullRms ** 2);
  return Math.min(1, Math.max(0, 1 + db / rangeDb));
}

/** Samples up to this level pass unchanged. A point of the curve's grid, so that interpolation is exact. */
const kneeLevel = 461 / 512;
/** The curve covers this much on either side, far above the sum of all voices. */
const reach = 8;
const points = 16 * 512 + 1;

/** Clips a sample softly: unchanged up to the knee, then bending smoothly towards 1. */
export function softClip(sample: number): number {
  const over = Math.abs(sample) - kneeLevel;
  const room = 1 - kneeLevel;
  return over <= 0 ? sample : Math.sign(sample) * (kneeLevel + room * Math.tanh(over / room));
}

/**
 * Returns the curve that is added to a signal to clip it softly, over −8 to 8: exactly 0 up to the knee. A shaper that
 * processed the signal itself would round it everywhere.
 */
export function clipCorrection(): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: points }, (_, i) => {
    const sample = i / 512 - reach;
    return softClip(sample) - sample;
  });
}

/** Connects a soft clip between `input` and `output`, exactly linear below 0.9. */
function connectSoftClip(context: BaseAudioContext, input: AudioNode, output: AudioNode): void {
  const scale = context.createGain();
  scale.gain.value = 1 / reach;
  const shaper = context.createWaveShaper();
  shaper.curve = clipCorrection();
  shaper.oversample = 'none';
  input.connect(output);
  input.connect(scale).connect(shaper).connect(output);
}

/** Builds the graph after the voices; `onGraph` receives its last node before the loudspeaker. */
export function createToneOutput(
  context: BaseAudioContext,
  gain: number,
  onGraph?: (output: AudioNode) => void,
): ToneOutput {
  const master = context.createGain();
  master.gain.value = gain;
  const meter = context.createAnalyser();
  meter.fftSize = 1024;
  connectSoftClip(context, master, meter);
  meter.connect(context.destination);
  onGraph?.(meter);

  const samples = new Float32Array(meter.fftSize);
  let level = 0;
  let measuredS = 0;
  return {
    context,
    input: master,
    setGain(next) {
      const startS = context.currentTime + changeLeadS;
      // Cancels only the end of an earlier change; its approach continues from the current value.
      master.gain.cancelScheduledValues(startS);
      master.gain.setTargetAtTime(next, startS, gainTimeConstantS);
      master.gain.setValueAtTime(next, startS + 12 * gainTimeConstantS);
    },
    level() {
      meter.getFloatTimeDomainData(samples);
      const target = levelOf(samples);
      const passedS = context.currentTime - measuredS;
      measuredS += passedS;
      level += (target - level) * (1 - Math.exp(-passedS / (target > level ? riseS : fallS)));
      return level;
    },
  };
}
