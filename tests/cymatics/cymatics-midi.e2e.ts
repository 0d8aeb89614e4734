import type { Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { overlayButton, overlayOf } from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { keys, mode, problems } = content.cymatics;

// Reduced motion: without a GPU a moving plate takes most of a small machine's CPU.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Answer = 'granted' | 'refused' | 'missing' | 'device fails';

interface Desk {
  /** The browser's reaction to the next request. */
  answer: Answer;
  /** The requests for MIDI, with their options. */
  asked: unknown[];
  /** Listeners on the access object and its devices, and open devices. */
  listeners: number;
  open: number;
  /** The scheduled stop of each tone, in seconds after its start; the last call counts. */
  stops: number[];
  plug(name: string): void;
  unplug(name: string): void;
  send(name: string, ...bytes: number[]): void;
}

/** Simulates MIDI keyboards in place of the browser's. */
async function placeKeyboards(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class Target extends EventTarget {
      override addEventListener(type: string, listener: EventListener, options: { signal: AbortSignal }) {
        super.addEventListener(type, listener, options);
        desk.listeners += 1;
        options.signal.addEventListener('abort', () => (desk.listeners -= 1));
      }
    }
    class Port extends Target {
      readonly id: string;
      readonly name: string;
      state = 'connected';
      isOpen = false;
      constructor(name: string) {
        super();
        this.id = name;
        this.name = name;
      }
      async open() {
        if (desk.answer === 'device fails') throw new DOMException('in use', 'InvalidAccessError');
        this.isOpen = true;
        desk.open += 1;
      }
      async close() {
        if (this.isOpen) desk.open -= 1;
        this.isOpen = false;
      }
    }
    const inputs = new Map<string, Port>();
    const change = () => access.dispatchEvent(new Event('statechange'));
    const desk: Desk = {
      answer: 'granted',
      asked: [],
      listeners: 0,
      open: 0,
      stops: [],
      plug: (name) => {
        inputs.set(name, new Port(name));
        change();
      },
      unplug: (name) => {
        const port = inputs.get(name);
        if (port) port.state = 'disconnected';
        change();
      },
      send: (name, ...bytes) => {
        const event = Object.assign(new Event('midimessage'), { data: Uint8Array.from(bytes) });
        inputs.get(name)?.dispatchEvent(event);
      },
    };
    const access = Object.assign(new Target(), { inputs });
    Object.assign(window, { desk });
    const requestMIDIAccess = async (options: unknown) => {
      desk.asked.push(options);
      if (desk.answer === 'refused') throw new DOMException('no', 'NotAllowedError');
      return access;
    };
    Object.assign(Navigator.prototype, { requestMIDIAccess });
  });
}

/** Sets the browser's reaction to the next request for MIDI. */
const setAnswer = (page: Page, answer: Answer) =>
  page.evaluate((how) => {
    (window as unknown as { desk: Desk }).desk.answer = how;
    if (how === 'missing') delete (Navigator.prototype as Partial<Navigator>).requestMIDIAccess;
  }, answer);

/** Records the start and stop times of tones. */
async function watchTones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const starts = new Map<unknown, { index: number; atS: number }>();
    const before = (name: 'start' | 'stop', act: (tone: unknown, atS: number) => void) => {
      const method: (...args: number[]) => void = Reflect.get(OscillatorNode.prototype, name);
      OscillatorNode.prototype[name] = function (...args: number[]) {
        act(this, args[0] ?? 0);
        method.apply(this, args);
      };
    };
    before('start', (tone, atS) => starts.set(tone, { index: starts.size, atS }));
    before('stop', (tone, atS) => {
      const started = starts.get(tone);
      if (started) (window as unknown as { desk: Desk }).desk.stops[started.index] = atS - started.atS;
    });
  });
}

const read = <K extends 'asked' | 'listeners' | 'open' | 'stops'>(page: Page, what: K) =>
  page.evaluate((key) => (window as unknown as { desk: Desk }).desk[key], what) as Promise<Desk[K]>;
const plug = (page: Page, name: string) =>
  page.evaluate((device) => (window as unknown as { desk: Desk }).desk.plug(device), name);
const unplug = (page: Page, name: string) =>
  page.evaluate((device) => (window as unknown as { desk: Desk }).desk.unplug(device), name);
const send = (page: Page, name: string, ...bytes: number[]) =>
  page.evaluate(([device, message]) => (window as unknown as { desk: Desk }).desk.send(device, ...message), [
    name,
    bytes,
  ] as const);

const midiButton = (page: Page) => overlayOf(page).getByRole('button', { name: keys.midi });
const selected = (page: Page) => overlayOf(page).locator('[data-note][aria-current=true]');

const connected = (...names: string[]) => fill(keys.connected, { names: names.join(', ') });

async function open(page: Page, path = '/?note=C4'): Promise<void> {
  await page.goto(path);
  await expect(overlayOf(page)).toBeVisible();
}

test("requests MIDI on the visitor's choice, names keyboards as they connect and disconnect, and releases them on close", async ({
  page,
}) => {
  await placeKeyboards(page);
  await watchTones(page);
  await open(page);
  const overlay = overlayOf(page);

  await test.step('it is asked for without system-exclusive messages', async () => {
    expect(await read(page, 'asked')).toEqual([]);
    await expect(midiButton(page)).toHaveAttribute('aria-pressed', 'false');
    await midiButton(page).click();
    await expect(midiButton(page)).toHaveAttribute('aria-pressed', 'true');
    expect(await read(page, 'asked')).toEqual([{ sysex: false }]);
  });

  await test.step('keyboards are named', async () => {
    await expect(overlay).toContainText(keys.noDevice);
    await plug(page, 'Stage 88');
    await plug(page, 'Pocket 25');
    await expect(overlay).toContainText(connected('Stage 88', 'Pocket 25'));
    expect(await read(page, 'open')).toBe(2);
    await unplug(page, 'Stage 88');
    await expect(overlay).toContainText(connected('Pocket 25'));
  });

  await test.step('a tone ends with its key, and with its keyboard', async () => {
    await overlayButton(page, mode.play).click();
    await plug(page, 'Stage 88');
    await expect(overlay).toContainText('Stage 88');
    // While the audio starts, presses may be too old to be played; afterwards each sounds within its own call.
    await expect
      .poll(async () => {
        await send(page, 'Stage 88', 0x90, 57, 80);
        return (await read(page, 'stops')).length;
      })
      .toBeGreaterThan(0);
    await expect(selected(page)).toHaveAccessibleName(/^A4/);
    await page.evaluate(() => {
      const { desk } = window as unknown as { desk: Desk };
      desk.send('Stage 88', 0x90, 58, 80);
      desk.send('Stage 88', 0x80, 58, 0);
      desk.send('Stage 88', 0x90, 59, 80);
      desk.unplug('Stage 88');
    });
    const [released = 1, unplugged = 1] = (await read(page, 'stops')).slice(-2);
    expect(released).toBeLessThan(0.2);
    expect(unplugged).toBeLessThan(0.2);
    await expect(selected(page)).toHaveAccessibleName(/^B4/);
    await expect(overlay).toBeVisible();
  });

  await test.step('closing lets go of every keyboard', async () => {
    await plug(page, 'Grand 61');
    await expect(overlay).toContainText('Grand 61');
    expect(await read(page, 'open')).toBe(2);
    await page.keyboard.press('Escape');
    await expect(overlay).toHaveCount(0);
    await expect.poll(() => read(page, 'open')).toBe(0);
    expect(await read(page, 'listeners')).toBe(0);
  });
});

test("plays a key's note in any octave, and follows it after 300 ms", async ({ page }) => {
  await placeKeyboards(page);
  await page.clock.install();
  await open(page);
  await midiButton(page).click();
  await plug(page, 'Stage 88');
  await expect(overlayOf(page)).toContainText(connected('Stage 88'));
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  // E2, more than an octave below the piano on the screen.
  await send(page, 'Stage 88', 0x93, 40, 80);
  await expect(selected(page)).toHaveAccessibleName(/^E4/);
  await page.clock.runFor(299);
  await expect(overlayOf(page)).toBeVisible();
  const arrival = page.waitForURL('**/production');
  await page.clock.runFor(1);
  await arrival;
});

test('reports refused, failed or unsupported MIDI, and keeps its own keys working', async ({ page }) => {
  await placeKeyboards(page);
  await open(page);
  await plug(page, 'Stage 88');
  for (const { answer, says, next } of [
    { answer: 'refused', says: problems.midi.refused, next: 'C#4' },
    { answer: 'device fails', says: problems.midi.failed, next: 'D4' },
    { answer: 'missing', says: problems.midi.unsupported, next: 'D#4' },
  ] as const) {
    await setAnswer(page, answer);
    await midiButton(page).click();
    await expect(overlayOf(page).getByRole('status')).toContainText(says);
    await expect(midiButton(page)).toHaveAttribute('aria-pressed', 'false');
    expect(await read(page, 'listeners')).toBe(0);
    await page.keyboard.press('ArrowRight');
    await expect(selected(page)).toHaveAccessibleName(new RegExp(`^${next}`));
  }
});
