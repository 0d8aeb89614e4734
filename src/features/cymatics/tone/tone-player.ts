import { after as afterTimeout, type After } from './delay.ts';
import { createAudioReport, type AudioState } from './context-keeper.ts';
import { testEnvelope } from './envelope.ts';
import { createToneEngine } from './tone-engine.ts';

export interface TonePlayer {
  /** Makes the audio context ahead of the first press, in an idle moment; only after a gesture on this page. */
  warm(): void;
  /** Starts a tone, to be called in a gesture. It dies away by itself within a second; the same id again replaces it. */
  press(id: string, hz: number): void;
  /** Ends a tone early with a short ramp. */
  release(id: string): void;
  /** Ends every tone. */
  silence(): void;
  /** Percent, 0 to 100. */
  setVolume(volume: number): void;
  setSound(isOn: boolean): void;
  /** Silent, and deaf to `press`, while the microphone listens. */
  setDucked(isDucked: boolean): void;
  /** Plays 440 Hz; tells the console, and the caller, whether it could. */
  test(): Promise<boolean>;
  /** Loudness of what leaves, 0 to 1, for the eye. */
  level(): number;
  state(): AudioState;
  subscribe(listener: () => void): () => void;
  /** Fades what sounds and closes the context; nothing is left. */
  dispose(): Promise<void>;
}

export interface TonePlayerOptions {
  readonly createContext?: () => AudioContext;
  readonly page?: Document;
  readonly log?: Pick<Console, 'info' | 'warn'>;
  readonly nowMs?: () => number;
  readonly after?: After;
  /** Is given the last node before the loudspeaker, for recording. */
  readonly onGraph?: (output: AudioNode) => void;
}

/** The instrument's voice. It makes no audio context before the first press, and never throws. */
export function createTonePlayer({
  createContext = () => new AudioContext(),
  page = document,
  log = console,
  nowMs = () => performance.now(),
  after = afterTimeout,
  onGraph,
}: TonePlayerOptions = {}): TonePlayer {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const view = page.defaultView;
  const report = createAudioReport(log);
  const setting = { volume: 20, isOn: true, isDucked: false };
  const isOpen = () => setting.isOn && !setting.isDucked && !signal.aborted;
  const gain = () => (isOpen() ? Math.min(1, Math.max(0, setting.volume / 100)) : 0);
  const engine = createToneEngine({ createContext, page, nowMs, after, signal, report, gain, onGraph });
  const change = (next: Partial<typeof setting>) => {
    Object.assign(setting, next);
    engine.setGain(gain());
  };

  const hide = () => {
    void engine.silence();
    engine.rest();
  };
  page.addEventListener('visibilitychange', () => page.hidden && hide(), { signal });
  view?.addEventListener('pagehide', hide, { signal });

  return {
    ...report,
    ...engine,
    warm() {
      if (isOpen() && view?.navigator.userActivation?.hasBeenActive) engine.warm();
    },
    press(id, hz) {
      if (isOpen() && !page.hidden) engine.press(id, hz);
    },
    setVolume: (volume) => change({ volume }),
    setSound: (isOn) => change({ isOn }),
    setDucked(isDucked) {
      if (isDucked) void engine.silence();
      change({ isDucked });
    },
    async test() {
      const isPlayed = !signal.aborted && (await engine.play('test', 440, testEnvelope));
      if (isPlayed) log.info('Audio test: 440 Hz is playing.');
      else log.warn('Audio test: no tone could be played.');
      return isPlayed;
    },
    dispose() {
      lifetime.abort();
      return engine.dispose();
    },
  };
}
