import { waitAtMost } from './delay.ts';
import { createContextKeeper, type ContextKeeperOptions } from './context-keeper.ts';
import { noteEnvelope, type Envelope } from './envelope.ts';
import { createToneOutput, type ToneOutput } from './tone-output.ts';
import { createVoiceBank } from './voice-bank.ts';

export interface ToneEngineOptions extends Omit<ContextKeeperOptions, 'onOpen' | 'onRunning' | 'onStopped'> {
  /** The master gain of a new context. */
  readonly gain: () => number;
  readonly onGraph?: ((output: AudioNode) => void) | undefined;
}

/** The context, graph and voices; nothing here throws. */
export interface ToneEngine {
  readonly warm: () => void;
  readonly press: (id: string, hz: number) => void;
  /** Plays as soon as the context runs, however late. Resolves with whether it did. */
  readonly play: (id: string, hz: number, envelope: Envelope) => Promise<boolean>;
  readonly release: (id: string) => void;
  readonly silence: () => Promise<unknown>;
  /** Suspends the context after a moment, until the next gesture. */
  readonly rest: () => void;
  readonly setGain: (gain: number) => void;
  readonly level: () => number;
  readonly dispose: () => Promise<void>;
}

interface Press {
  readonly id: string;
  readonly hz: number;
  readonly atMs: number;
  readonly isReleased: boolean;
}

/** A tone that would start later than this after its press is skipped. */
const latestMs = 150;

/** Presses that wait for the audio context to run. */
interface PressQueue {
  add(id: string, hz: number): void;
  release(id: string): void;
  /** Removes all presses. Returns those that are not too old. */
  take(): readonly Press[];
}

function createPressQueue(nowMs: () => number): PressQueue {
  const presses = new Map<string, Press>();
  return {
    add: (id, hz) => void presses.set(id, { id, hz, atMs: nowMs(), isReleased: false }),
    release(id) {
      const press = presses.get(id);
      if (press) presses.set(id, { ...press, isReleased: true });
    },
    take() {
      const fresh = [...presses.values()].filter(({ atMs }) => nowMs() - atMs <= latestMs);
      presses.clear();
      return fresh;
    },
  };
}

/** Longer than the fade of all voices; a stopped clock does not delay the end. */
const fadeLimitMs = 150;

/** Creates the engine. No audio context is created before a call needs it. Failures go to `report`. */
export function createToneEngine(options: ToneEngineOptions): ToneEngine {
  const { nowMs, after, report, gain, onGraph } = options;
  const bank = createVoiceBank(after);
  const queue = createPressQueue(nowMs);
  let output: ToneOutput | undefined;

  const strike = (id: string, hz: number, envelope = noteEnvelope): boolean => {
    if (!output) return false;
    try {
      bank.strike(output, id, hz, envelope);
      report.setState('ready');
      return true;
    } catch (cause) {
      report.fail('note', cause);
      return false;
    }
  };
  const { wake, warm, rest, ...keeper } = createContextKeeper({
    ...options,
    onOpen: (context) => void (output = createToneOutput(context, gain(), onGraph)),
    onRunning: () => {
      for (const { id, hz, isReleased } of queue.take()) {
        strike(id, hz);
        if (isReleased) bank.release(id);
      }
    },
    onStopped: bank.clear,
  });
  const silence = () => {
    queue.take();
    return bank.silence();
  };
  return {
    warm,
    press: (id, hz) => void (wake() ? strike(id, hz) : queue.add(id, hz)),
    play: async (id, hz, envelope) => {
      let stop = (): void => undefined;
      const told = new Promise<void>((resolve) => (stop = report.subscribe(resolve)));
      if (!wake()) await told;
      stop();
      return report.state() === 'ready' && strike(id, hz, envelope);
    },
    release: (id) => {
      queue.release(id);
      bank.release(id);
    },
    silence,
    rest,
    setGain: (next) => output?.setGain(next),
    level: () => (output && !bank.isEmpty() ? output.level() : 0),
    dispose: async () => {
      await waitAtMost(fadeLimitMs, silence(), after);
      await keeper.dispose();
      report.notify();
    },
  };
}
