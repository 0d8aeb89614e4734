import { within, type After } from './after.ts';
import type { AudioReport } from './audio-report.ts';
import { createContextKeeper } from './context-keeper.ts';
import { noteEnvelope, type Envelope } from './envelope.ts';
import { createPressQueue } from './press-queue.ts';
import { createToneOutput, type ToneOutput } from './tone-output.ts';
import { createVoiceBank } from './voice-bank.ts';

export interface ToneEngineOptions {
  readonly createContext: () => AudioContext;
  readonly page: Document;
  readonly nowMs: () => number;
  readonly after: After;
  /** Aborted when listening for gestures is over. */
  readonly signal: AbortSignal;
  readonly report: AudioReport;
  /** Master gain of a context to be made. */
  readonly gain: () => number;
  readonly onGraph?: ((output: AudioNode) => void) | undefined;
}

/** Context, graph and voices together; nothing here throws. */
export interface ToneEngine {
  warm(): void;
  press(id: string, hz: number): void;
  /** Plays as soon as the context runs, however late; whether it did. */
  play(id: string, hz: number, envelope: Envelope): Promise<boolean>;
  release(id: string): void;
  silence(): Promise<unknown>;
  /** Stops the context after a moment, until the next gesture. */
  sleep(): void;
  setGain(gain: number): void;
  level(): number;
  dispose(): Promise<void>;
}

/** Longer than the fade of all voices; a clock that stands still does not hold up the end. */
const fadeLimitMs = 150;

export function createToneEngine(options: ToneEngineOptions): ToneEngine {
  const { nowMs, after, report, gain, onGraph } = options;
  const bank = createVoiceBank(after);
  const queue = createPressQueue(nowMs);
  let output: ToneOutput | undefined;

  const strike = (id: string, hz: number, envelope = noteEnvelope): boolean => {
    if (!output) return false;
    try {
      bank.strike(output, id, hz, envelope);
      report.become('ready');
      return true;
    } catch (cause) {
      report.fail('note', cause);
      return false;
    }
  };
  const keeper = createContextKeeper({
    ...options,
    onOpen: (context) => void (output = createToneOutput(context, gain(), onGraph)),
    onRunning() {
      report.become('ready');
      for (const { id, hz, isReleased } of queue.take()) {
        strike(id, hz);
        if (isReleased) bank.release(id);
      }
    },
    onStopped() {
      bank.clear();
      report.become('idle');
    },
    onBlocked: () => report.fail('blocked'),
    onUnavailable: (cause) => report.fail('unavailable', cause),
  });
  const silence = () => {
    queue.take();
    return bank.silence();
  };
  return {
    warm: () => keeper.warm(),
    press(id, hz) {
      if (keeper.wake()) strike(id, hz);
      else queue.add(id, hz);
    },
    play: async (id, hz, envelope) => (keeper.wake() || (await keeper.settled())) && strike(id, hz, envelope),
    release(id) {
      queue.release(id);
      bank.release(id);
    },
    silence,
    sleep: () => keeper.rest(),
    setGain: (next) => output?.setGain(next),
    level: () => (output && !bank.isEmpty() ? output.level() : 0),
    async dispose() {
      await within(fadeLimitMs, silence(), after);
      await keeper.dispose();
    },
  };
}
