import type { Page } from '@playwright/test';

/** Browser arguments for a microphone that plays a WAV file repeatedly, and is permitted without a prompt. */
export const voiceArguments = (wavPath: string): readonly string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${wavPath}`,
];

interface Watched {
  readonly tracks: MediaStreamTrack[];
  readonly contexts: AudioContext[];
  asked: number;
  worklets: number;
  /** The peak fill level of the ring buffer, 0 to 1. */
  fullest: number;
}

/** Makes the page wait a hundred times longer than usual for its audio to start; call it before `goto`. */
export async function waitLongForAudio(page: Page): Promise<void> {
  await page.addInitScript((limitMs) => {
    const wait = globalThis.setTimeout as (...given: unknown[]) => number;
    const waitLonger = (act: unknown, ms?: number, ...given: unknown[]) =>
      wait(act, ms === limitMs ? 100 * limitMs : ms, ...given);
    Object.assign(globalThis, { setTimeout: waitLonger });
  }, 2000);
}

/** Records the page's use of microphones and contexts; call it before `goto`. */
export async function watchMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { tracks: [], contexts: [], asked: 0, worklets: 0, fullest: 0 };
    Object.assign(globalThis, { watched });
    type Call = (...given: unknown[]) => unknown;
    const after = (owner: object, name: string, note: (given: unknown[], answer: unknown) => void) => {
      const call = new Proxy(Reflect.get(owner, name) as Call, {
        apply(target, self, given) {
          const answer: unknown = Reflect.apply(target, self, given);
          note(given, answer);
          return answer;
        },
      });
      Reflect.set(owner, name, call);
    };
    after(MediaDevices.prototype, 'getUserMedia', (_, stream) => {
      watched.asked += 1;
      void (stream as Promise<MediaStream>).then(
        (given) => watched.tracks.push(...given.getTracks()),
        () => undefined,
      );
    });
    after(Worklet.prototype, 'addModule', () => (watched.worklets += 1));
    after(CSSStyleDeclaration.prototype, 'setProperty', ([name, value]) => {
      if (name === '--hold') watched.fullest = Math.max(watched.fullest, Number(value));
    });
    globalThis.AudioContext = class extends AudioContext {
      constructor() {
        super();
        watched.contexts.push(this);
      }
    };
  });
}

/** Returns the records of `watchMicrophone`: states of tracks ("live", "ended") and contexts ("running", "closed"). */
export const watchedOf = (page: Page) =>
  page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: Watched };
    return {
      ...watched,
      tracks: watched.tracks.map((track) => track.readyState),
      contexts: watched.contexts.map((context) => context.state),
    };
  });

/** Notifies the page that its microphone was unplugged. */
export const unplug = (page: Page) =>
  page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: Watched };
    watched.tracks.at(-1)?.dispatchEvent(new Event('ended'));
  });
