import type { Page } from '@playwright/test';
import { cornerAt, cutEnvelope, noteEnvelope, type Envelope } from '#src/features/cymatics/tone/envelope.ts';
import { notes } from '#src/studio/notes.ts';
import { loadModule } from '../harness/load-module.ts';
import { clickIndex, peakOf } from '../harness/sound-analysis.ts';
import type { Cue } from '../harness/sound-stage.ts';
import { expect, test } from '../harness/test.ts';

const rate = 44_100;
/** An offline context yields only between blocks of 128 frames. */
const blockStart = (atS: number) => (Math.ceil((atS * rate) / 128) * 128) / rate;
/** The values of a voice between a press and the beginning of its tone, and between a change and its effect. */
const startLeadS = 0.005;
const changeLeadS = 0.02;

const stageOf = (page: Page) => loadModule(page, "export * from './tests/harness/sound-stage.ts'");
const playerOf = (page: Page) =>
  loadModule(page, "export * from '#src/features/cymatics/tone/tone-player.ts'");

async function render(page: Page, cues: readonly Cue[], seconds: number, gain = 1): Promise<number[]> {
  const stage = await stageOf(page);
  if (page.url() === 'about:blank') await page.goto('/terms');
  return page.evaluate(
    async ([path, ...what]) => {
      const { renderCues } = await import(path);
      return renderCues(...what);
    },
    [stage, cues, seconds, gain] as const,
  );
}

/** The model's tone: a sine from `startS` under an envelope. */
const modelOf = (hz: number, envelope: Envelope, startS: number) => (index: number) => {
  const atS = index / rate - startS;
  return atS < 0 ? 0 : (cornerAt(envelope, atS)?.gain ?? 0) * Math.sin(2 * Math.PI * hz * atS);
};
const largestDifference = (samples: readonly number[], model: (index: number) => number) =>
  peakOf(samples.map((sample, i) => sample - model(i)));

const chord = notes.filter(({ id }) => ['C4', 'E4', 'G4', 'B4'].includes(id));
const chordCues = chord.map(({ id, hz }): Cue => ({ atS: 0, press: [id, hz] }));
const chordModel = (gain: number) => {
  const voices = chord.map(({ hz }) => modelOf(hz, noteEnvelope, startLeadS));
  return (index: number) => gain * voices.reduce((sum, voice) => sum + voice(index), 0);
};

test('renders the real voices offline exactly as the model, sample by sample', async ({ page }) => {
  await test.step('every note is the sine of its table row under the envelope, sample by sample', async () => {
    for (const { id, hz } of notes) {
      const samples = await render(page, [{ atS: 0, press: [id, hz] }], 1.1);
      expect(largestDifference(samples, modelOf(hz, noteEnvelope, startLeadS)), id).toBeLessThan(1e-4);
      expect(peakOf(samples, rate * (startLeadS + 1) + 1), id).toBe(0);
    }
  });

  await test.step('an early release keeps the curve so far and goes straight to silence', async () => {
    for (const atS of [0.03, 0.1, 0.33, 0.6, 0.85].map(blockStart)) {
      const cues: Cue[] = [
        { atS: 0, press: ['finger', 440] },
        { atS, release: 'finger' },
      ];
      const samples = await render(page, cues, 1.1);
      const cut = cutEnvelope(noteEnvelope, atS + changeLeadS - startLeadS, 0.09);
      expect(largestDifference(samples, modelOf(440, cut, startLeadS))).toBeLessThan(1e-4);
      expect(clickIndex(samples, rate, 440, 0.3)).toBeLessThan(1.5);
      expect(peakOf(samples, rate * (atS + changeLeadS + 0.09) + 1)).toBe(0);
    }
  });

  await test.step('a chord of four is exactly the sum of its notes below 0.9, and never clips above', async () => {
    const quiet = await render(page, chordCues, 1.1, 0.7);
    expect(peakOf(quiet)).toBeGreaterThan(0.7);
    expect(largestDifference(quiet, chordModel(0.7))).toBeLessThan(1e-4);
    const loud = await render(page, chordCues, 1.1, 1);
    const model = chordModel(1);
    expect(peakOf(loud.map((_, i) => model(i)))).toBeGreaterThan(1);
    expect(peakOf(loud)).toBeLessThan(1);
    const linear = loud.map((sample, i) => (Math.abs(model(i)) < 0.9 ? sample - model(i) : 0));
    expect(peakOf(linear)).toBeLessThan(1e-4);
  });

  await test.step('the volume is a factor: 0 is silence, 20 a fifth of 100', async () => {
    const press: Cue = { atS: 0, press: ['finger', 440] };
    const silent = await render(page, [press], 0.5, 0);
    const fifth = await render(page, [press], 0.5, 0.2);
    const full = await render(page, [press], 0.5, 1);
    expect(peakOf(silent)).toBe(0);
    expect(peakOf(full)).toBeCloseTo(0.3, 2);
    expect(largestDifference(fifth, (i) => 0.2 * (full[i] ?? 0))).toBeLessThan(1e-5);
  });

  await test.step('dragging the volume and muting leave no zipper noise', async () => {
    const drag = Array.from({ length: 30 }, (_, i): Cue => {
      return { atS: blockStart(0.05 + i * 0.008), gain: [1, 0.8, 0.9, 0.3, 0.5][i % 5] ?? 0 };
    });
    const mute: Cue = { atS: blockStart(0.4), gain: 0 };
    const samples = await render(page, [{ atS: 0, press: ['finger', 440] }, ...drag, mute], 1);
    expect(clickIndex(samples, rate, 440, 0.3)).toBeLessThan(2);
    expect(peakOf(samples, rate * 0.6)).toBe(0);
  });
});

test('logs to the console that the test tone plays', async ({ page }) => {
  const path = await playerOf(page);
  await page.goto('/terms');
  const told = page.waitForEvent('console', (message) => message.text().includes('440 Hz'));
  const level = await page.evaluate(async (module) => {
    const { createTonePlayer } = await import(module);
    const player = createTonePlayer();
    if (!(await player.test())) throw new Error('The test tone did not play');
    while (player.level() === 0) await new Promise(requestAnimationFrame);
    const heard: number = player.level();
    await player.dispose();
    return heard;
  }, path);
  expect((await told).type()).toBe('info');
  expect(level).toBeGreaterThan(0);
});

/** Reasons for which a browser has no audio. */
const withoutAudio = {
  missing: () => void Reflect.deleteProperty(globalThis, 'AudioContext'),
  refusing: () =>
    void Object.defineProperty(globalThis, 'AudioContext', {
      value: function AudioContext() {
        throw new DOMException('No device', 'NotSupportedError');
      },
    }),
  'failing half-way': () =>
    void Object.defineProperty(BaseAudioContext.prototype, 'createOscillator', {
      value: () => {
        throw new DOMException('No node', 'NotSupportedError');
      },
    }),
};

test('logs missing audio once and throws nothing', async ({ page, faults }) => {
  faults.allow(/Audio cannot start|A note could not be played|no tone could be played/);
  const told: string[] = [];
  page.on('console', (message) => told.push(`${message.type()}: ${message.text()}`));
  const path = await playerOf(page);
  for (const [way, prepare] of Object.entries(withoutAudio)) {
    await test.step(`audio is ${way}`, async () => {
      told.length = 0;
      await page.goto('/terms');
      await page.evaluate(prepare);
      const result = await page.evaluate(async (module) => {
        const { createTonePlayer } = await import(module);
        const player = createTonePlayer();
        const canPlay = await player.test();
        for (const id of ['C4', 'D4', 'E4']) player.press(id, 440);
        player.release('C4');
        const state: string = player.state();
        await player.dispose();
        return { canPlay, state };
      }, path);
      expect(result).toEqual({ canPlay: false, state: 'unavailable' });
      expect(told).toHaveLength(2);
      expect(told.every((words) => words.startsWith('warning:'))).toBe(true);
    });
  }
});

test('leaves no running context and no listener after fifty rounds', async ({ page }) => {
  const path = await playerOf(page);
  await page.addInitScript(() => {
    const listening = new Set<unknown>();
    const add = document.addEventListener.bind(document);
    Object.assign(globalThis, { listening });
    document.addEventListener = (
      type: string,
      listener: EventListener,
      options?: AddEventListenerOptions,
    ) => {
      listening.add(listener);
      options?.signal?.addEventListener('abort', () => listening.delete(listener));
      add(type, listener, options);
    };
  });
  await page.goto('/terms');
  const left = await page.evaluate(async (module) => {
    const { createTonePlayer } = await import(module);
    const { listening } = globalThis as unknown as { listening: Set<unknown> };
    const before = listening.size;
    const contexts: AudioContext[] = [];
    let most = 0;
    for (let round = 0; round < 50; round += 1) {
      const player = createTonePlayer({
        createContext: () => {
          contexts.push(new AudioContext());
          return contexts.at(-1);
        },
      });
      player.press('A4', 440);
      most = Math.max(most, listening.size);
      await player.dispose();
    }
    const running = contexts.filter(({ state }) => state !== 'closed').length;
    return { made: contexts.length, running, listened: most > before, listening: listening.size - before };
  }, path);
  expect(left).toEqual({ made: 50, running: 0, listened: true, listening: 0 });
});
