import type { Page } from '@playwright/test';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { axeViolations } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { expect, type OwnProject } from '../harness/desk.ts';
import { loadModule } from '../harness/load-module.ts';
import { upload } from '../harness/record-voices.ts';
import { addVersion, commentWith, pageOf, shown, test, versionLinks } from '../harness/review-journey.ts';

const { player: words } = content.project;
const { controls, form } = words;

const rateHz = 44_100;
/** Samples say where they are, up to this many. */
const places = 16_384;

/** A recording whose every sample says where it is, delayed by some samples. */
const placesWave = (late = 0) =>
  waveFileOf({
    rateHz,
    bits: 24,
    frames: 4 * rateHz + late,
    sample: (frame) => (frame < late ? 0 : ((frame - late) % places) + 1) / (2 * places),
  });

type Heard = { loops: number; errors: number; samples: number };

declare global {
  var heard: Heard & { last: number };
}

/** Counts the passes of a loop, and the samples at which what is heard does not continue, or return to the start. */
function countLoops({ places: count, from, to }: { places: number; from: number; to: number }): void {
  globalThis.heard = { loops: 0, errors: 0, samples: 0, last: -1 };
  type Connect = (this: AudioNode, to: AudioNode) => AudioNode;
  const { connect } = AudioNode.prototype as unknown as { readonly connect: Connect };
  let recorder: ScriptProcessorNode | null = null;
  AudioNode.prototype.connect = function tapped(this: AudioNode, node: AudioNode) {
    if (this instanceof AudioBufferSourceNode) {
      if (!recorder) {
        recorder = this.context.createScriptProcessor(4096, 1, 1);
        recorder.addEventListener('audioprocess', ({ inputBuffer }) => {
          // A busy processor leaves out whole blocks of the recording, or of what is rendered, 128 samples each.
          globalThis.heard.last = -1;
          for (const [index, value] of inputBuffer.getChannelData(0).entries()) {
            const place = Math.round(value * 2 * count) - 1;
            const { heard } = globalThis;
            if (place >= 0 && heard.last >= 0) {
              const isSeam = heard.last === (to - 1) % count && place === from % count;
              if (isSeam) heard.loops += 1;
              else if (place !== (heard.last + 1) % count && index % 128 !== 0) heard.errors += 1;
              heard.samples += 1;
            }
            heard.last = place;
          }
        });
        connect.call(recorder, this.context.destination);
      }
      connect.call(this, recorder);
    }
    return connect.call(this, node);
  } as typeof AudioNode.prototype.connect;
}

const loopButton = (page: Page) => page.getByRole('button', { name: controls.loop, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const edge = (page: Page, name: string) => page.getByRole('slider', { name });

async function openLoop(page: Page, { path }: OwnProject, id: string, loop: string): Promise<void> {
  await page.goto(`${path}?file=${id}&loop=${loop}`);
  await expect(loopButton(page)).toHaveAttribute('aria-pressed', 'true');
}

test('repeats a range of the address to the sample, also after its handle is moved by keyboard', async ({
  page,
  project,
  faults,
}) => {
  faults.allow(/ScriptProcessorNode/);
  const [from, to] = [0.5 * rateHz, 0.6 * rateHz];
  const id = await upload(page, project.path, 'Places.wav', placesWave());
  await expect(page.locator('[id^="sound-"]')).toContainText(/dBTP/);
  await page.addInitScript(countLoops, { places, from, to });
  await openLoop(page, project, id, '0.500-0.600');
  await expect(page.getByRole('textbox', { name: form.from, exact: true })).toHaveValue('0:00.5');
  await expect(page.getByRole('textbox', { name: form.to, exact: true })).toHaveValue('0:00.6');
  await press(page, words.play);
  await expect.poll(() => page.evaluate(() => globalThis.heard.loops)).toBeGreaterThan(20);
  expect(await page.evaluate(() => globalThis.heard.errors)).toBe(0);
  const placeMs = async () => Number(await page.getByRole('slider', { name: words.position }).inputValue());
  expect(await placeMs()).toBeGreaterThanOrEqual(500);
  expect(await placeMs()).toBeLessThanOrEqual(600);
  // Only one sound is heard: the element is silent.
  expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.muted)).toBe(true);

  await edge(page, controls.loopEnd).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/loop=0\.500-0\.700/);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page).toHaveURL(/loop=0\.500-0\.690/);
  await expect(edge(page, controls.loopEnd)).toHaveAttribute('aria-valuetext', '0:00.6');
  expect(await axeViolations(page)).toEqual([]);

  // A comment made now is about the range.
  await page.locator('#comment-content').fill('Again and again.');
  await press(page, form.add);
  const range = fill(words.range, { from: '0:00.5', until: '0:00.6' });
  await expect(commentWith(page, 'Again and again.')).toContainText(range);
  await expect(page).toHaveURL(/loop=0\.500-0\.690/);

  await page.locator('h1').click();
  await page.keyboard.press('l');
  await expect(loopButton(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(page).not.toHaveURL(/loop=/);
  await expect
    .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.muted))
    .toBe(false);
  await expect.poll(placeMs).toBeGreaterThan(700);
  await press(page, words.pause);
  // The range of a comment is looped by its own link.
  await commentWith(page, 'Again and again.').getByRole('link', { name: controls.loop }).click();
  await expect(loopButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/loop=0\.500-0\.690/);
  // Elsewhere it ends.
  await edge(page, words.position).fill('2000');
  await expect(loopButton(page)).toHaveAttribute('aria-pressed', 'false');
  expect(await placeMs()).toBe(2000);
});

test('repeats a dragged range, and the same passage of another version', async ({
  page: desk,
  browser,
  client,
  project,
  baseURL,
  faults,
}) => {
  faults.allow(/ScriptProcessorNode/);
  const late = rateHz / 10;
  const v1 = await upload(desk, project.path, 'Moved_v1.wav', placesWave());
  const v2 = await addVersion(desk, project, 'Moved_v2.wav', placesWave(late));
  const page = await pageOf(browser, client, { baseURL: baseURL ?? '' });
  await page.goto(`/portal/projects/${project.id}?file=${v1}`);
  await expect(versionLinks(page).last()).toHaveAttribute('data-places');
  await page.reload();
  await expect(page.locator('[data-wired]')).toBeVisible();
  const box = await page.locator('[data-timeline]').boundingBox();
  if (!box) throw new Error('There is no timeline');
  await page.mouse.move(box.x + box.width / 4, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 80, { steps: 4 });
  await page.mouse.up();
  await expect(edge(page, controls.loopStart)).toBeVisible();
  await page.keyboard.press('l');
  await expect(loopButton(page)).toHaveAttribute('aria-pressed', 'true');
  const rangeOf = () =>
    (new URL(page.url()).searchParams.get('loop') ?? '').split('-').map((text) => Number(text) * 1000);
  const [fromMs = 0, toMs = 0] = rangeOf();
  expect(Math.abs(fromMs - 1000)).toBeLessThan(20);
  expect(Math.abs(toMs - 2000)).toBeLessThan(20);
  await press(page, words.play);
  const audio = page.locator('[data-player] audio');
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.muted)).toBe(true);
  await versionLinks(page).last().click();
  await expect(shown(page, v2)).toBeVisible();
  await expect(loopButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(rangeOf).toEqual([fromMs + 100, toMs + 100]);
  expect(await audio.evaluate((element: HTMLAudioElement) => element.muted)).toBe(true);
  const placeMs = async () => Number(await edge(page, words.position).inputValue());
  for (let look = 0; look < 10; look += 1) {
    const at = await placeMs();
    expect(at).toBeGreaterThanOrEqual(fromMs + 100);
    expect(at).toBeLessThanOrEqual(toMs + 100);
  }
  await page.context().close();
});

test('has no position error at the seam in a thousand loops', async ({ page }) => {
  await page.goto('/privacy');
  const path = await loadModule(
    page,
    "export { LockedPlayer } from '#src/playing/locked-player.client.ts'; export { floatWaveOf } from '#src/playing/wave-layout.ts'",
  );
  const found = await page.evaluate(
    async ({ path: module, rateHz: rate, loops }) => {
      type Modules = typeof import('#src/playing/locked-player.client.ts') &
        typeof import('#src/playing/wave-layout.ts');
      const { LockedPlayer, floatWaveOf } = (await import(module)) as Modules;
      const [from, to, frames] = [22_057, 23_528, 2 * rate];
      const plane = Float32Array.from({ length: frames }, (_, frame) => frame / 2 ** 20);
      // The same scheduling, on a clock that runs ahead of what is rendered.
      const context = new OfflineAudioContext(1, loops * (to - from) + rate, rate);
      let nowS = 0;
      let look = () => undefined as void;
      Object.defineProperty(context, 'currentTime', { get: () => nowS });
      Object.defineProperty(context, 'resume', { value: () => Promise.resolve() });
      globalThis.setInterval = ((call: () => void) => ((look = call), 0)) as typeof setInterval;
      const source = {
        rateHz: rate,
        frames,
        // Parts that end within the loop.
        chunkWith: (sample: number) => {
          const at = sample - (sample % 1000);
          const file = floatWaveOf([plane.subarray(at, at + 1000)], rate);
          return Promise.resolve({ file, at, from: at, to: Math.min(frames, at + 1000) });
        },
      };
      const voice = { source, pieces: [{ at: 0, from: 0, frames }] };
      const player = new LockedPlayer(
        context as unknown as AudioContext,
        { voices: [voice], frames },
        () => undefined,
      );
      player.loop({ from, to });
      await player.play();
      while (nowS < context.length / rate) {
        nowS += 1;
        look();
        await new Promise((resolve) => setTimeout(resolve));
      }
      const rendered = (await context.startRendering()).getChannelData(0);
      const start = rendered.findIndex((value) => value !== 0);
      let [seams, most] = [0, 0];
      for (let index = 0; index < loops * (to - from); index += 1) {
        const place = from + (index % (to - from));
        most = Math.max(most, Math.abs((rendered[start + index] ?? 0) * 2 ** 20 - place));
        if (index > 0 && place === from) seams += 1;
      }
      return { seams, most };
    },
    { path, rateHz, loops: 1001 },
  );
  process.stdout.write(`${JSON.stringify(found)}\n`);
  expect(found.seams).toBe(1000);
  expect(found.most).toBeLessThan(0.01);
});
