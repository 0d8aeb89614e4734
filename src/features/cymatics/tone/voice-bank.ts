import type { After } from './delay.ts';
import { cutEnvelope, lengthOf, type Corner, type Envelope } from './envelope.ts';
import { changeLeadS, type ToneOutput } from './tone-output.ts';

const releaseRampS = 0.09;
/** For a tone that is replaced, and for silence. */
const quickRampS = 0.02;
const lifeMs = 1200;
/** Far more than fingers; together they stay within the range of the soft clip. */
const maxVoices = 24;

/** All tones that sound, each by the id of what holds it. */
export interface VoiceBank {
  /** Starts a tone, which replaces the one with that id. Throws what the context throws. */
  readonly strike: (output: ToneOutput, id: string, hz: number, envelope: Envelope) => void;
  /** Ends a tone with a short ramp. */
  readonly release: (id: string) => void;
  /** Ends all tones quickly, without a click. Resolves when they have stopped. */
  readonly silence: () => Promise<unknown>;
  /** Removes every node from the graph at once. */
  readonly clear: () => void;
  readonly isEmpty: () => boolean;
}

/** A tone: an oscillator with its own gain. */
interface Voice {
  /** Fades to silence in `rampS` seconds, without a click, unless it ends earlier by itself. */
  end(rampS: number): void;
  /** Resolves when the oscillator has stopped. */
  readonly ended: Promise<unknown>;
  /** Removes the nodes from the graph at once. */
  free(): void;
}

/** Starts are scheduled this far ahead, so that the audio thread has rarely passed them. */
const startLeadS = 0.005;
/** After the last corner, so that the oscillator stops at a gain of exactly 0. */
const stopMarginS = 0.005;

function rampTo(gain: AudioParam, startS: number, { atS, gain: value, line }: Corner): void {
  if (line === 'linear') gain.linearRampToValueAtTime(value, startS + atS);
  else gain.exponentialRampToValueAtTime(value, startS + atS);
}

/**
 * Leads a scheduled curve to 0 at its last corner, from the corner before it. The interrupted line first gets a corner
 * on its own path, so that whatever the audio thread plays between these calls is a piece of one curve. Firefox lacks
 * `cancelAndHoldAtTime`, which is meant for this.
 */
function interrupt(gain: AudioParam, startS: number, [corner, last]: readonly Corner[]): void {
  if (!corner || !last) return;
  rampTo(gain, startS, corner);
  gain.cancelScheduledValues(startS + corner.atS + 1e-6);
  rampTo(gain, startS, last);
}

/** Schedules a whole tone, which ends by itself. Rethrows what the context throws, with nothing connected. */
function startVoice(context: BaseAudioContext, output: AudioNode, hz: number, shape: Envelope): Voice {
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

/** Creates an empty bank. `after` frees the nodes of a voice whose end the context does not report. */
export function createVoiceBank(after: After): VoiceBank {
  /** Every voice with nodes in the graph, with the function that removes them. */
  const voices = new Map<Voice, () => void>();
  const held = new Map<string, Voice>();
  return {
    strike: ({ context, input }, id, hz, envelope) => {
      const [dropOldest] = voices.values();
      if (voices.size >= maxVoices) dropOldest?.();
      held.get(id)?.end(quickRampS);
      const voice = startVoice(context, input, hz, envelope);
      const drop = () => {
        cancel();
        voices.delete(voice);
        if (held.get(id) === voice) held.delete(id);
        voice.free();
      };
      // The oscillator ends earlier, unless the clock has stopped.
      const cancel = after(lifeMs, drop);
      void voice.ended.then(drop);
      voices.set(voice, drop);
      held.set(id, voice);
    },
    release: (id) => held.get(id)?.end(releaseRampS),
    silence: () => {
      for (const voice of voices.keys()) voice.end(quickRampS);
      return Promise.all([...voices.keys()].map(({ ended }) => ended));
    },
    clear: () => {
      for (const drop of voices.values()) drop();
    },
    isEmpty: () => voices.size === 0,
  };
}
