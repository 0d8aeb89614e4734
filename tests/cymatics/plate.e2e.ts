import type { JSHandle, Page } from '@playwright/test';
import { openPlate, pictureOf, powderOn, type Stage } from '../harness/plate.ts';
import { expect, test } from '../harness/test.ts';
import { watchPage } from '../harness/watch-page.ts';

/** Stops the page's clock; it then only advances with `page.clock.runFor`. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

const show = async (stage: JSHandle<Stage>, slug: 'a4' | 'c4' | 'e4') =>
  stage.evaluate((on, to) => on.view.show([{ note: on.noteOf(to), weight: 1 }]), slug);

/** The pictures of two plates that change to the same note now, drawn at one instant. */
async function picturesOf(
  page: Page,
  stage: JSHandle<Stage>,
  twin: JSHandle<{ host: HTMLElement }>,
  slug: 'a4' | 'c4',
) {
  await show(stage, slug);
  await twin.evaluate(
    (other, [on, to]) => {
      const { view } = other as ReturnType<Stage['twin']>;
      view.show([{ note: on.noteOf(to), weight: 1 }]);
    },
    [stage, slug] as const,
  );
  await page.clock.runFor(100);
  return [
    await pictureOf(stage),
    await twin.evaluate(({ host }) => host.querySelector('canvas')?.toDataURL()),
  ] as const;
}

test(
  'shows the figure at once, follows note, strike and level, and draws no more often than needed',
  { tag: '@default' },
  async ({ page }) => {
    await stopClock(page);
    const stage = await openPlate(page, () => {
      const gl = WebGL2RenderingContext.prototype as {
        drawArrays: (mode: number, ...rest: number[]) => void;
      };
      const { drawArrays } = gl;
      Object.assign(window, { pictures: 0 });
      gl.drawArrays = function draw(...args) {
        // The powder is drawn last in each picture.
        if (args[0] === 0) Object.assign(window, { pictures: Number(Reflect.get(window, 'pictures')) + 1 });
        drawArrays.apply(this, args);
      };
    });

    await test.step('it is on one named canvas of 400×400 as soon as the plate is made', async () => {
      const canvas = page.getByRole('img', { name: 'The figure' });
      await expect(canvas).toHaveAttribute('width', '400');
      await expect(canvas).toHaveAttribute('height', '400');
      expect(await stage.evaluate((on) => on.view.renderer)).toBe('webgl');
      // No frame has passed: the clock is stopped.
      expect(await powderOn(stage)).toBeGreaterThan(0.06);
      await stage.evaluate((on) => on.view.setLabel('Seven-fold figure'));
      await expect(page.getByRole('img', { name: 'Seven-fold figure' })).toHaveCount(1);
    });

    await test.step('another note crossfades in 0.3 s, then looks as if it had always been there', async () => {
      await stage.evaluate((on) => on.reset());
      const before = await pictureOf(stage);
      const twin = await stage.evaluateHandle((on) => on.twin('a4'));
      const [fading, there] = await picturesOf(page, stage, twin, 'a4');
      expect(fading).not.toBe(before);
      expect(fading).not.toBe(there);
      await page.clock.fastForward(300);
      const [faded, still] = await picturesOf(page, stage, twin, 'a4');
      expect(faded).toBe(still);
    });

    await test.step('a strike lifts the powder and leaves nothing behind 0.9 s later; the figure goes on breathing', async () => {
      await stage.evaluate((on) => on.reset());
      const twin = await stage.evaluateHandle((on) => on.twin('c4'));
      await stage.evaluate((on) => on.view.strike());
      const [flying, lying] = await picturesOf(page, stage, twin, 'c4');
      expect(flying).not.toBe(lying);
      await page.clock.fastForward(800);
      const [settled, still] = await picturesOf(page, stage, twin, 'c4');
      expect(settled).toBe(still);
      await page.clock.fastForward(480);
      await page.clock.runFor(20);
      expect(await pictureOf(stage)).not.toBe(settled);
    });

    await test.step('a strike that leads away has settled before the 300 ms are over', async () => {
      await stage.evaluate((on) => on.reset());
      const twin = await stage.evaluateHandle((on) => on.twin('c4'));
      await stage.evaluate((on) => on.view.strike(true));
      const [flying, lying] = await picturesOf(page, stage, twin, 'c4');
      expect(flying).not.toBe(lying);
      await page.clock.runFor(80);
      const [settled, still] = await picturesOf(page, stage, twin, 'c4');
      expect(settled).toBe(still);
    });

    await test.step('the plate glows and moves with the level', async () => {
      await stage.evaluate((on) => on.reset());
      const quiet = await pictureOf(stage);
      await stage.evaluate((on) => (on.level = 0.8));
      await page.clock.runFor(20);
      const loud = await pictureOf(stage);
      expect(loud).not.toBe(quiet);
      await page.clock.runFor(20);
      expect(await pictureOf(stage)).not.toBe(loud);
    });

    await test.step('every frame while it sounds, and no more than 25 pictures a second while it only breathes', async () => {
      await stage.evaluate((on) => on.reset());
      const pictures = async () =>
        Number(await page.evaluate(() => Reflect.get(window, 'pictures') as unknown));
      const picturesIn = async (ms: number) => {
        const before = await pictures();
        await page.clock.runFor(ms);
        return (await pictures()) - before;
      };
      const breathing = await picturesIn(1000);
      expect(breathing).toBeGreaterThan(10);
      expect(breathing).toBeLessThanOrEqual(25);
      await stage.evaluate((on) => (on.level = 0.3));
      expect(await picturesIn(500)).toBeGreaterThan(28);
    });
  },
);

test('stands still with reduced motion, on hold or unseen, and releases everything when disposed of', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Time only advances from frame to frame: however slow the machine, pictures take no time, and the plate keeps its
  // renderer.
  await page.addInitScript(() => {
    performance.now = () => Number(document.timeline.currentTime);
  });
  const stage = await openPlate(page, watchPage);
  const asked = async () => page.evaluate(() => window.watched.asked);
  const pending = async () => page.evaluate(() => window.watched.frames.size);
  const strikeLoudly = async () =>
    stage.evaluate((on) => {
      on.level = 1;
      on.view.strike();
    });

  await test.step('under reduced motion it is drawn once and no frame is asked for, until the wish changes', async () => {
    const still = await pictureOf(stage);
    expect(await powderOn(stage)).toBeGreaterThan(0.06);
    await strikeLoudly();
    expect(await pictureOf(stage)).toBe(still);
    await show(stage, 'a4');
    const other = await pictureOf(stage);
    expect(other).not.toBe(still);
    await show(stage, 'c4');
    expect(await pictureOf(stage)).toBe(still);
    expect(await asked()).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(asked).toBeGreaterThan(3);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(pending).toBe(0);
    await expect.poll(async () => pictureOf(stage)).toBe(still);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  await test.step('held still it stands as under reduced motion, and moves again when let go', async () => {
    await stage.evaluate((on) => on.reset());
    await stage.evaluate((on) => on.view.setStill(true));
    const still = await pictureOf(stage);
    expect(await pending()).toBe(0);
    await strikeLoudly();
    expect(await pictureOf(stage)).toBe(still);
    await stage.evaluate((on) => on.view.setStill(false));
    await expect.poll(async () => pictureOf(stage)).not.toBe(still);
  });

  await test.step('nothing is drawn while the page is hidden, and it goes on when the page is seen again', async () => {
    await stage.evaluate((on) => on.reset());
    const turn = async (isHidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    expect(await pending()).toBe(1);
    await turn(true);
    expect(await pending()).toBe(0);
    await stage.evaluate((on) => on.view.strike());
    await show(stage, 'e4');
    expect(await pending()).toBe(0);
    await turn(false);
    expect(await pending()).toBe(1);
  });

  await test.step('plates that come and go leave one context at a time', async () => {
    const [most, made] = await stage.evaluate((on) => {
      const { contexts } = window.watched;
      const before = contexts.length;
      let alive = 0;
      for (let round = 0; round < 20; round += 1) {
        const { host, view } = on.twin('c4');
        alive = Math.max(alive, contexts.filter((gl) => !gl.isContextLost()).length);
        view.dispose();
        host.remove();
      }
      return [alive, contexts.length - before];
    });
    // The stage's own and one more: a browser with 16 drops the oldest.
    expect([most, made]).toEqual([2, 20]);
  });

  await test.step('a plate that is disposed of leaves no canvas, frame, timer, listener or context', async () => {
    await stage.evaluate((on) => on.view.strike());
    const before = await asked();
    await expect.poll(asked).toBeGreaterThan(before + 3);
    await stage.evaluate((on) => on.view.dispose());
    await expect(page.locator('canvas')).toHaveCount(0);
    const left = await page.evaluate(() => ({
      frames: window.watched.frames.size,
      timers: window.watched.timers.size,
      listeners: window.watched.listeners,
      contexts: window.watched.contexts.filter((gl) => !gl.isContextLost()).length,
    }));
    expect(left).toEqual({ frames: 0, timers: 0, listeners: 0, contexts: 0 });
    const askedAfter = await page.evaluate(async () => {
      const sofar = window.watched.asked;
      for (let i = 0; i < 3; i += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return window.watched.asked - sofar;
    });
    expect(askedAfter).toBe(3);
  });
});
