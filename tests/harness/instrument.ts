import type { Locator, Page } from '@playwright/test';
import { content } from './content.ts';
import { overlayOf } from './overlay.ts';
import { expect } from './test.ts';

/** One started oscillator, and whether it was stopped early. */
export interface Tone {
  readonly hz: number;
  readonly isCut: boolean;
}

/**
 * Records every tone that the page starts from now on; call it before `goto`. A busy machine may hold a key for longer
 * than a tone lasts: here no tone ends by itself, and the audio clock almost stops.
 */
export async function recordTones(page: Page): Promise<() => Promise<Tone[]>> {
  await page.addInitScript(() => {
    const tones = new Map<OscillatorNode, { hz: number; stops: number }>();
    Object.assign(globalThis, { tones });
    const clock = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'currentTime');
    Object.defineProperty(BaseAudioContext.prototype, 'currentTime', {
      get(this: BaseAudioContext) {
        return Number(clock?.get?.call(this)) / 1000;
      },
    });
    const source = AudioScheduledSourceNode.prototype;
    /** `note` sets whether the browser applies it. */
    const before = (name: 'start' | 'stop', note: (tone: OscillatorNode) => boolean) => {
      source[name] = new Proxy(source[name], {
        apply(call, tone: unknown, times: number[]) {
          if (!(tone instanceof OscillatorNode) || note(tone)) Reflect.apply(call, tone, times);
        },
      });
    };
    before('start', (tone) => {
      tones.set(tone, { hz: tone.frequency.value, stops: 0 });
      return true;
    });
    // Each tone schedules its end when it starts; a second call stops it early.
    before('stop', (tone) => {
      const started = tones.get(tone);
      if (started) started.stops += 1;
      return !started || started.stops > 1;
    });
  });
  return () =>
    page.evaluate(() => {
      const { tones } = globalThis as unknown as { tones: Map<unknown, { hz: number; stops: number }> };
      return [...tones.values()].map(({ hz, stops }) => ({
        hz: Math.round(hz * 100) / 100,
        isCut: stops > 1,
      }));
    });
}

/** Clears the recorded tones. */
export const forgetTones = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { tones: Map<unknown, unknown> }).tones.clear());

/** Opens the overlay on a note: selected, without sounding or following it. */
export async function openOn(page: Page, note = 'C4', path = '/terms'): Promise<Locator> {
  await page.goto(`${path}?note=${encodeURIComponent(note)}`);
  const overlay = overlayOf(page);
  await expect(overlay).toBeVisible();
  await expect(selectedKey(page)).toHaveAccessibleName(new RegExp(`^${note}\\b`));
  return overlay;
}

/** The same with the page's clock stopped afterwards. */
export async function openOnStillClock(page: Page, note?: string, path?: string): Promise<Locator> {
  await page.clock.install({ time: '2026-11-21T12:00:00Z' });
  const overlay = await openOn(page, note, path);
  await page.clock.pauseAt('2026-11-21T13:00:00Z');
  return overlay;
}

/** The key of a note, such as "C#4". */
export const keyOf = (page: Page, note: string) =>
  page.getByRole('button', { name: new RegExp(`^${note},`) });

export const selectedKey = (page: Page) =>
  page.getByRole('toolbar', { name: content.cymatics.piano.name }).locator('[aria-current=true]');

/** A point on a key that no other key covers. */
export async function placeOf(page: Page, note: string): Promise<{ x: number; y: number }> {
  const box = await keyOf(page, note).boundingBox();
  if (!box) throw new Error(`${note} is not on the page`);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height * 0.85) };
}

/** Moves the mouse over a key. */
export async function pointAt(page: Page, note: string): Promise<void> {
  const { x, y } = await placeOf(page, note);
  await page.mouse.move(x, y);
  await page.mouse.move(x + 1, y);
}

/** Presses the mouse on a key. */
export async function pressKey(page: Page, note: string): Promise<void> {
  const { x, y } = await placeOf(page, note);
  await page.mouse.move(x, y);
  await page.mouse.down();
}
