import { after as afterTimeout, type After } from './delay.ts';
import { createAudioReport, type AudioState } from './context-keeper.ts';
import { testEnvelope } from './envelope.ts';
import { createToneEngine } from './tone-engine.ts';

export interface TonePlayer {
  /** Creates the audio context ahead of the first press, when idle; only after a gesture on this page. */
  warm(): void;
  /** Starts a tone; call it in a user gesture. It fades out within a second; the same id again replaces it. */
  press(id: string, hz: number): void;
  /** Ends a tone early with a short ramp. */
  release(id: string): void;
  /** Ends every tone. */
  silence(): void;
  /** Percent, 0 to 100. */
  setVolume(volume: number): void;
  setSound(isOn: boolean): void;
  /** Silences the output and ignores presses while the microphone listens. */
  setDucked(isDucked: boolean): void;
  /** Plays 440 Hz. Logs and resolves with whether it could. */
  test(): Promise<boolean>;
  /** Returns the loudness of the output, 0 to 1, for display. */
  level(): number;
  state(): AudioState;
  subscribe(listener: () => void): () => void;
  /** Fades all sound and closes the context. */
  dispose(): Promise<void>;
}

export interface TonePlayerOptions {
  readonly createContext?: () => AudioContext;
  readonly page?: Document;
  readonly log?: Pick<Console, 'info' | 'warn'>;
  readonly nowMs?: () => number;
  readonly after?: After;
  /** Receives the last node before the loudspeaker, for recording. */
  readonly onGraph?: (output: AudioNode) => void;
}

/** Creates the instrument's sound. No audio context is created before the first press. Never throws. */
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
