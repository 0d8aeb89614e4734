import { cutEnvelope, lengthOf, type Corner, type Envelope } from './envelope.ts';

/** One sounding tone: an oscillator behind a gain of its own. */
export interface Voice {
  /** Fades to silence in `rampS` seconds, without a click; what ends sooner by itself is left alone. */
  end(rampS: number): void;
  /** Fulfilled when the oscillator has stopped. */
  readonly ended: Promise<unknown>;
  /** Takes the nodes out of the graph at once. */
  free(): void;
}

/** Starts lie this far ahead, so that the audio thread has seldom passed them when it hears of them. */
const startLeadS = 0.005;
/** Changes of what sounds click when they come late, and nobody hears that they wait this long. */
export const changeLeadS = 0.02;
/** Past the last corner, so that the oscillator stops on a gain of exactly 0. */
const stopMarginS = 0.005;

function rampTo(gain: AudioParam, startS: number, { atS, gain: value, line }: Corner): void {
  if (line === 'linear') gain.linearRampToValueAtTime(value, startS + atS);
  else gain.exponentialRampToValueAtTime(value, startS + atS);
}

/**
 * Leads a scheduled curve to 0 at its last corner, from the corner before it. The interrupted line first gets a corner
 * where it passes anyway: whatever the audio thread plays between these calls is a piece of one curve.
 * `cancelAndHoldAtTime`, meant for this, is not in Firefox.
 */
function interrupt(gain: AudioParam, startS: number, [corner, last]: readonly Corner[]): void {
  if (!corner || !last) return;
  rampTo(gain, startS, corner);
  gain.cancelScheduledValues(startS + corner.atS + 1e-6);
  rampTo(gain, startS, last);
}

/** Schedules a whole tone, which ends by itself. What the context throws it throws on, with nothing connected. */
export function startVoice(context: BaseAudioContext, output: AudioNode, hz: number, shape: Envelope): Voice {
  const startS = context.currentTime + startLeadS;
  let envelope = shape;
  const amplifier = context.createGain();
  const oscillator = context.createOscillator();
  oscillator.frequency.value = hz;
  amplifier.gain.value = 0;
  amplifier.gain.setValueAtTime(0, startS);
  for (const corner of envelope) rampTo(amplifier.gain, startS, corner);
  oscillator.start(startS);
  oscillator.stop(startS + lengthOf(envelope) + stopMarginS);
  oscillator.connect(amplifier).connect(output);
  return {
    end(rampS) {
      const cut = cutEnvelope(envelope, context.currentTime + changeLeadS - startS, rampS);
      if (cut === envelope) return;
      envelope = cut;
      interrupt(amplifier.gain, startS, cut.slice(-2));
      oscillator.stop(startS + lengthOf(cut) + stopMarginS);
    },
    ended: new Promise((resolve) => oscillator.addEventListener('ended', resolve)),
    free() {
      oscillator.disconnect();
      amplifier.disconnect();
    },
  };
}
