import { connectSoftClip } from './soft-clip.ts';
import { changeLeadS } from './voice.ts';

/** What all voices play into: master gain, soft clip, meter, loudspeaker. */
export interface ToneOutput {
  readonly context: BaseAudioContext;
  readonly input: AudioNode;
  /** Master gain 0 to 1, reached within 0.15 s without a step. */
  setGain(gain: number): void;
  /** Loudness of what leaves, 0 to 1, following slowly enough for the eye; 1 is one note at full volume. */
  level(): number;
}

const gainTimeConstantS = 0.012;
/** One note at full volume: a sine of peak 0.3. */
const fullRms = 0.3 / Math.SQRT2;
/** So far below a full note the level is 0. */
const rangeDb = 50;
const riseS = 0.02;
const fallS = 0.12;

/** Level of a block of samples, in decibels made linear: 0 at `rangeDb` below one full note, 1 at one full note. */
function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const db = 10 * Math.log10(sum / samples.length / fullRms ** 2);
  return Math.min(1, Math.max(0, 1 + db / rangeDb));
}

/** Builds the graph behind the voices; `onGraph` is given its last node before the loudspeaker. */
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
      // Only the full stop of an earlier change lies ahead; its approach goes on from where it is.
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
