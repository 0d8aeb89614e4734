import type { After } from './after.ts';
import type { Envelope } from './envelope.ts';
import type { ToneOutput } from './tone-output.ts';
import { startVoice, type Voice } from './voice.ts';

const releaseRampS = 0.09;
/** For a tone that another one replaces, and for silence. */
const quickRampS = 0.02;
const lifeMs = 1200;
/** Far more than fingers; together they stay within what the soft clip covers. */
const maxVoices = 24;

/** All tones that sound, each under the name of what holds it. */
export interface VoiceBank {
  /** Starts a tone in place of the one of that name; throws what the context throws. */
  readonly strike: (output: ToneOutput, id: string, hz: number, envelope: Envelope) => void;
  /** Ends a tone with a short ramp. */
  readonly release: (id: string) => void;
  /** Ends all of them quickly, without a click; fulfilled when they have stopped. */
  readonly silence: () => Promise<unknown>;
  /** Takes every node out of the graph at once. */
  readonly clear: () => void;
  readonly isEmpty: () => boolean;
}

export function createVoiceBank(after: After): VoiceBank {
  /** Every voice whose nodes are in the graph, with what takes them out. */
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
      // The end of the oscillator comes sooner, unless the clock has stopped.
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
