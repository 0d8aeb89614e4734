import { createPlaces, longSilenceS, quietDb, type Silences } from './faults.ts';

const stepS = 0.01;
const quietPower = 10 ** (quietDb / 10);
/** −80 dBFS. */
const silentPeak = 1e-4;

/** Finds, in steps of 10 ms, where a sound begins and ends, and the long parts of silence within it. */
export function createSilenceFinder(rateHz: number) {
  const stepFrames = Math.max(1, Math.round(stepS * rateHz));
  const pauses = createPlaces();
  let frame = 0;
  let stepFrom = 0;
  let powers: number[] = [];
  let peak = 0;
  let head = -1;
  let tailFrom = 0;
  /** The end of the last step that was not silent; −1 before the first. */
  let soundTo = -1;

  function endStep() {
    if (powers.some((power) => power > quietPower * (frame - stepFrom))) {
      if (head < 0) head = stepFrom;
      tailFrom = frame;
    }
    if (peak > silentPeak) {
      if (soundTo >= 0 && stepFrom - soundTo >= longSilenceS * rateHz) pauses.add(soundTo, stepFrom);
      soundTo = frame;
    }
    powers = [];
    peak = 0;
    stepFrom = frame;
  }

  return {
    add(channels: readonly Float64Array[], count: number) {
      for (let from = 0; from < count;) {
        const to = Math.min(count, from + stepFrames - (frame - stepFrom));
        channels.forEach((samples, channel) => {
          let [power, most] = [0, peak];
          for (let index = from; index < to; index++) {
            const sample = samples[index] ?? 0;
            power += sample * sample;
            if (sample > most) most = sample;
            else if (-sample > most) most = -sample;
          }
          powers[channel] = (powers[channel] ?? 0) + power;
          peak = most;
        });
        frame += to - from;
        from = to;
        if (frame - stepFrom === stepFrames) endStep();
      }
    },
    find(msOf: (frame: number) => number): Silences {
      if (frame > stepFrom) endStep();
      return {
        headMs: msOf(head < 0 ? frame : head),
        tailMs: msOf(frame - tailFrom),
        count: pauses.count(),
        spans: pauses.all().map(({ from, to }) => ({ fromMs: msOf(from), toMs: msOf(to), channel: null })),
      };
    },
  };
}
