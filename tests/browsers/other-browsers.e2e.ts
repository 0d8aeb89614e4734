// Not the fixtures of harness/test.ts: they would start an unneeded Chromium here.
import { expect, test } from '@playwright/test';
import { content } from '../harness/content.ts';
import { startFirefox } from '../harness/firefox.ts';
import { clickOn, pressKey, type ForeignBrowser } from '../harness/foreign-browser.ts';
import { octave } from '../harness/octave.ts';
import { startWebKit } from '../harness/webkit.ts';

/** The visible state of the overlay; null if it is closed. */
const lookAt = (browser: ForeignBrowser) =>
  browser.evaluate(() => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog.cym[open]');
    const canvas = dialog?.querySelector('canvas');
    if (!dialog || !canvas) return null;
    const copy = document.createElement('canvas').getContext('2d');
    copy?.drawImage(canvas, 0, 0, 300, 150);
    const reds = copy?.getImageData(0, 0, 300, 150).data.filter((_, i) => i % 4 === 0) ?? [];
    return {
      size: [canvas.width, canvas.height],
      scrolled: dialog.scrollTop,
      powder: reds.filter((red) => red > 120).length,
      keys: [...dialog.querySelectorAll('[data-note]')].map((key) => key.getAttribute('aria-label') ?? ''),
      note: dialog.querySelector('.cym-note')?.textContent,
      focused: document.activeElement?.getAttribute('aria-label'),
      status: dialog.querySelector('[role=status]')?.textContent ?? '',
      text: dialog.textContent,
    };
  });

/** Records the audio contexts of the page, and the times of key presses and of leaving the page. */
const watch = (browser: ForeignBrowser) =>
  browser.evaluate(() => {
    const contexts: AudioContext[] = [];
    const Real = AudioContext;
    const Watched = function (...given: []) {
      const context = new Real(...given);
      contexts.push(context);
      return context;
    };
    Object.assign(globalThis, { contexts, AudioContext: Watched, UnwatchedContext: Real });
    addEventListener('keydown', () => sessionStorage.setItem('pressedMs', `${Date.now()}`), true);
    addEventListener('pagehide', () => sessionStorage.setItem('leftMs', `${Date.now()}`));
  });

const isSounding = (browser: ForeignBrowser) =>
  browser.evaluate(() =>
    (globalThis as unknown as { contexts: AudioContext[] }).contexts.some(({ state }) => state === 'running'),
  );

/**
 * Replaces the microphone, permitted by `allowLate`, by a tone. The tone begins with the next press itself: WebKit
 * starts no sound a second later.
 */
const hum = (browser: ForeignBrowser, hz: number) =>
  browser.evaluate((frequencyHz: number) => {
    const { promise, resolve } = Promise.withResolvers<MediaStream>();
    const begin = async () => {
      const { UnwatchedContext } = globalThis as unknown as { UnwatchedContext: typeof AudioContext };
      const context = new UnwatchedContext();
      const voice = new OscillatorNode(context, { frequency: frequencyHz });
      const microphone = context.createMediaStreamDestination();
      voice.connect(microphone);
      voice.start();
      await context.resume();
      Object.assign(globalThis, { allowMicrophone: () => resolve(microphone.stream) });
    };
    addEventListener('click', () => void begin(), { once: true, capture: true });
    // On the prototype: WebKit discards `navigator.mediaDevices` between two uses, with its properties.
    MediaDevices.prototype.getUserMedia = () => promise;
  }, hz);

/** Permits the tone of `hum` as the microphone, once the press that requested it no longer counts as a gesture. */
const allowLate = (browser: ForeignBrowser) =>
  expect
    .poll(() =>
      browser.evaluate(() => {
        const { allowMicrophone } = globalThis as { allowMicrophone?: () => void };
        if (navigator.userActivation.isActive || !allowMicrophone) return false;
        allowMicrophone();
        return true;
      }),
    )
    .toBe(true);

/** Escapes a sentence for a regular expression. */
const escaped = (sentence: string) => sentence.replaceAll('.', '\\.');
const { hero } = content.home;
const { keys, listen, mode, problems } = content.cymatics;
const keyNameOf = (note: string) => octave.find(({ id }) => id === note)?.keyName;

for (const { name, start, hasMidi } of [
  { name: 'Firefox', start: startFirefox, hasMidi: true },
  { name: 'WebKit', start: startWebKit, hasMidi: false },
]) {
  test(`${name}: a visitor plays, and arrives where the note leads`, async ({ baseURL }) => {
    // A whole visit, in a newly started browser.
    test.slow();
    const started = await start();
    if (!started.ok) console.log(`${name} is left out: ${started.reason}.`);
    test.skip(!started.ok, started.ok ? '' : started.reason);
    if (!started.ok) return;
    const { browser } = started;
    const look = () => lookAt(browser);
    try {
      await test.step('the home page opens the overlay', async () => {
        await browser.goto(`${baseURL}/`);
        await watch(browser);
        await clickOn(browser, '[data-opens="cymatics:hero"]');
        await expect.poll(look).toMatchObject({ size: [400, 400], note: 'C4' });
        const overlay = await look();
        expect(overlay?.keys).toEqual(octave.map(({ keyName }) => keyName));
        await expect.poll(async () => (await look())?.powder).toBeGreaterThan(1500);
      });
      await test.step('arrow keys select, Enter sounds, or the page says why not', async () => {
        await clickOn(browser, '.cym-segments button', mode.play);
        for (let i = 0; i < 4; i += 1) await pressKey(browser, 'ArrowRight');
        await expect.poll(look).toMatchObject({ note: 'E4', focused: keyNameOf('E4') });
        await pressKey(browser, 'Enter');
        const isHeard = async () =>
          (await isSounding(browser)) || /sound/i.test((await look())?.status ?? '');
        await expect.poll(isHeard).toBe(true);
      });
      await test.step('without a microphone or MIDI it says so', async () => {
        await clickOn(browser, '.cym-tool', listen.button);
        await expect
          .poll(async () => (await look())?.text)
          .toMatch(new RegExp([...Object.values(problems.microphone), listen.asking].map(escaped).join('|')));
        if (hasMidi) return;
        await clickOn(browser, '.cym-tool', keys.midi);
        await expect.poll(async () => (await look())?.status).toContain(problems.midi.unsupported);
      });
      await test.step('a hummed note is heard, where sound works at all, however long the visitor thinks about the question', async () => {
        if (!(await isSounding(browser))) return;
        // A press during the request would cancel it.
        await expect.poll(async () => (await look())?.text).not.toContain(listen.asking);
        await hum(browser, 392);
        await clickOn(browser, '.cym-tool', listen.button);
        await expect.poll(async () => (await look())?.text).toContain(listen.asking);
        await allowLate(browser);
        // Checks the text first: if listening fails, the report then contains the page's message.
        await expect.poll(async () => (await look())?.text).toContain(listen.listening);
        await expect.poll(look).toMatchObject({ note: 'G4' });
      });
      await test.step('Escape closes it and leaves nothing', async () => {
        await pressKey(browser, 'Escape');
        await expect
          .poll(() => browser.evaluate(() => document.querySelectorAll('dialog.cym, dialog canvas').length))
          .toBe(0);
        await expect
          .poll(() => browser.evaluate(() => document.activeElement?.textContent))
          .toContain(hero.figureLink);
        await expect.poll(() => isSounding(browser)).toBe(false);
      });
      await test.step('a key leads to its page, not before 300 ms are over', async () => {
        await clickOn(browser, '[data-opens="cymatics:hero"]');
        await expect.poll(look).toMatchObject({ note: 'C4' });
        for (let i = 0; i < 4; i += 1) await pressKey(browser, 'ArrowRight');
        await pressKey(browser, 'Enter');
        await expect.poll(() => browser.evaluate(() => location.pathname)).toBe('/production');
        const waitedMs = await browser.evaluate(
          () => Number(sessionStorage.getItem('leftMs')) - Number(sessionStorage.getItem('pressedMs')),
        );
        expect(waitedMs).toBeGreaterThanOrEqual(299);
      });
      await test.step('a link opens it on a note', async () => {
        await browser.goto(`${baseURL}/?note=A4`);
        await expect.poll(look).toMatchObject({ note: 'A4', focused: keyNameOf('A4') });
        await expect.poll(look).toMatchObject({ scrolled: 0 });
      });
      const unexpected = (await browser.faults()).filter((fault) => !fault.startsWith('Sound is blocked'));
      expect(unexpected).toEqual([]);
    } finally {
      await browser.close();
    }
  });
}
