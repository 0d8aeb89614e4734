import type { JSHandle, Page } from '@playwright/test';
import { openPlate, pictureOf, powderOn, type Stage } from '../harness/plate.ts';
import { expect, test } from '../harness/test.ts';

const rendererOf = async (stage: JSHandle<Stage>) => stage.evaluate((on) => on.view.renderer);

/** Expects one canvas with the previous label and size, drawn without WebGL. */
async function expectFlatPlate(page: Page, stage: JSHandle<Stage>): Promise<void> {
  expect(await rendererOf(stage)).toBe('2d');
  await expect(page.locator('canvas')).toHaveCount(1);
  const canvas = page.getByRole('img', { name: 'The figure' });
  await expect(canvas).toHaveAttribute('width', '400');
  await expect(canvas).toHaveAttribute('height', '400');
  expect(await powderOn(stage)).toBeGreaterThan(0.06);
}

/** Loses the context and, if `isToReturn`, restores it; resolves when the page has been notified. */
const lose = async (stage: JSHandle<Stage>, isToReturn: boolean) =>
  stage.evaluate(async (on, back) => {
    const canvas = on.canvas();
    const gl = canvas.getContext('webgl2');
    const control = gl?.getExtension('WEBGL_lose_context');
    if (!control) throw new Error('No context to lose');
    const told = async (type: string) =>
      new Promise((resolve) => canvas.addEventListener(type, resolve, { once: true }));
    const lost = told('webglcontextlost');
    control.loseContext();
    await lost;
    // A context may only be restored after every listener has been notified.
    const { port1, port2 } = new MessageChannel();
    const later = new Promise((resolve) => port1.addEventListener('message', resolve));
    port1.start();
    port2.postMessage('');
    await later;
    port1.close();
    if (!back) return;
    const restored = told('webglcontextrestored');
    control.restoreContext();
    await restored;
  }, isToReturn);

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
});

test('draws without a lost context at once, until it is restored or permanently', async ({ page }) => {
  const stage = await openPlate(page);

  await test.step('one that comes back goes on drawing the same picture on the same canvas', async () => {
    const before = await pictureOf(stage);
    const canvas = await stage.evaluateHandle((on) => on.canvas());
    await lose(stage, true);
    expect(await rendererOf(stage)).toBe('webgl');
    expect(await pictureOf(stage)).toBe(before);
    expect(await stage.evaluate((on, old) => on.canvas() === old, canvas)).toBe(true);
    // The wait for its return is over too.
    await page.clock.fastForward(5000);
    await page.clock.runFor(100);
    expect(await rendererOf(stage)).toBe('webgl');
    expect(await pictureOf(stage)).not.toBe(before);
  });

  await test.step('the figure stays to be seen and moves while one is away, under its present name', async () => {
    await stage.evaluate((on) => on.reset());
    const lost = await stage.evaluateHandle((on) => {
      const canvas = on.canvas();
      return { canvas, control: canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context') };
    });
    await lose(stage, false);
    await expectFlatPlate(page, stage);
    const before = await pictureOf(stage);
    await stage.evaluate((on) => on.view.strike());
    await page.clock.runFor(100);
    expect(await pictureOf(stage)).not.toBe(before);
    await stage.evaluate((on) => on.view.setLabel('Another figure'));
    await lost.evaluate(async ({ canvas, control }) => {
      const restored = new Promise((resolve) => canvas.addEventListener('webglcontextrestored', resolve));
      control?.restoreContext();
      await restored;
    });
    expect(await rendererOf(stage)).toBe('webgl');
    expect(await stage.evaluate((on, old) => on.canvas() === old.canvas, lost)).toBe(true);
    await expect(page.getByRole('img', { name: 'Another figure' })).toHaveCount(1);
  });

  await test.step('one that does not come back within 2 s is done without', async () => {
    await stage.evaluate((on) => on.reset());
    await lose(stage, false);
    await page.clock.runFor(2000);
    await expectFlatPlate(page, stage);
    const before = await pictureOf(stage);
    await page.clock.runFor(100);
    expect(await pictureOf(stage)).not.toBe(before);
  });

  await test.step('one that is lost for the third time is done without at once', async () => {
    await stage.evaluate((on) => on.reset());
    await lose(stage, true);
    await lose(stage, true);
    await lose(stage, false);
    await expectFlatPlate(page, stage);
  });

  await test.step('a plate that is disposed of meanwhile stays away', async () => {
    await stage.evaluate((on) => on.reset());
    await lose(stage, false);
    await stage.evaluate((on) => on.view.dispose());
    await page.clock.fastForward(5000);
    await expect(page.locator('canvas')).toHaveCount(0);
  });
});

/** Failures of WebGL during setup, as a change to the page. */
const failures: Record<string, () => void> = {
  'WebGL is missing': () => {
    const { getContext } = HTMLCanvasElement.prototype as { getContext: (...args: unknown[]) => unknown };
    HTMLCanvasElement.prototype.getContext = function get(this: HTMLCanvasElement, ...args: unknown[]) {
      return args[0] === '2d' ? getContext.apply(this, args) : null;
    } as never;
  },
  'asking for a context throws': () => {
    const { getContext } = HTMLCanvasElement.prototype as { getContext: (...args: unknown[]) => unknown };
    HTMLCanvasElement.prototype.getContext = function get(this: HTMLCanvasElement, ...args: unknown[]) {
      if (args[0] === '2d') return getContext.apply(this, args);
      throw new Error('Refused');
    } as never;
  },
  'a shader does not compile': () => {
    const { shaderSource } = WebGL2RenderingContext.prototype as {
      shaderSource: (...args: unknown[]) => unknown;
    };
    WebGL2RenderingContext.prototype.shaderSource = function set(
      this: object,
      shader: WebGLShader,
      text: string,
    ) {
      shaderSource.call(this, shader, text.replace('void main', 'void domain'));
    };
  },
  'a program does not link': () => {
    WebGL2RenderingContext.prototype.getProgramParameter = () => false;
  },
  'the context goes while it is set up': () => {
    const { bufferData } = WebGL2RenderingContext.prototype as {
      bufferData: (...args: unknown[]) => unknown;
    };
    WebGL2RenderingContext.prototype.bufferData = function set(
      this: WebGL2RenderingContext,
      ...args: unknown[]
    ) {
      this.getExtension('WEBGL_lose_context')?.loseContext();
      bufferData.apply(this, args);
    };
  },
  'memory runs out half-way': () => {
    WebGL2RenderingContext.prototype.texStorage2D = () => {
      throw new Error('No memory');
    };
  },
};

test('draws the figure whatever fails during the setup of WebGL', async ({ page }) => {
  for (const [failure, prepare] of Object.entries(failures)) {
    await test.step(failure, async () => {
      const stage = await openPlate(page, prepare);
      // The time in which a lost context may be restored.
      await page.clock.fastForward(2100);
      await expectFlatPlate(page, stage);
      const before = await pictureOf(stage);
      await stage.evaluate((on) => on.view.show([{ note: on.noteOf('b4'), weight: 1 }]));
      await page.clock.fastForward(500);
      await page.clock.runFor(20);
      expect(await pictureOf(stage)).not.toBe(before);
    });
  }
});

test('shows a named canvas without errors on a page without any canvas context', async ({ page }) => {
  const stage = await openPlate(page, () => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await stage.evaluate((on) => {
    on.view.strike();
    on.view.show([{ note: on.noteOf('b4'), weight: 1 }]);
  });
  await page.clock.runFor(1000);
  await expect(page.getByRole('img', { name: 'The figure' })).toHaveCount(1);
  await stage.evaluate((on) => on.view.dispose());
  await expect(page.locator('canvas')).toHaveCount(0);
});

test('stops using WebGL that blocks the main thread for more than 16 ms a frame', async ({ page }) => {
  const stage = await openPlate(page, () => {
    // Every draw call takes 10 ms, two per frame.
    let spentMs = 0;
    const now = performance.now.bind(performance);
    performance.now = () => now() + spentMs;
    const { drawArrays } = WebGL2RenderingContext.prototype as {
      drawArrays: (...args: unknown[]) => unknown;
    };
    WebGL2RenderingContext.prototype.drawArrays = function draw(this: object, ...args: unknown[]) {
      spentMs += 10;
      drawArrays.apply(this, args);
    };
  });
  await stage.evaluate((on) => on.view.strike());
  await page.clock.runFor(150);
  expect(await rendererOf(stage)).toBe('webgl');
  await page.clock.runFor(150);
  await expectFlatPlate(page, stage);
});

test('stops using WebGL if every picture is finished late, but not if some are in time', async ({ page }) => {
  const stage = await openPlate(page, () => {
    // Frames use the page's own clock, and a picture counts as finished this long after it was requested.
    const pictures = { lateMs: 200 };
    Object.assign(window, { pictures });
    Object.defineProperty(document.timeline, 'currentTime', { get: () => performance.now() });
    const askedMs = new WeakMap<object, number>();
    const gl = WebGL2RenderingContext.prototype;
    gl.fenceSync = () => {
      const fence = {};
      askedMs.set(fence, performance.now());
      return fence;
    };
    gl.deleteSync = () => undefined;
    gl.getSyncParameter = function status(this: WebGL2RenderingContext, fence: WebGLSync) {
      const passedMs = performance.now() - (askedMs.get(fence) ?? 0);
      return passedMs < pictures.lateMs ? this.UNSIGNALED : this.SIGNALED;
    };
  });
  const setLateMs = (ms: number) =>
    page.evaluate(
      (lateMs) => Object.assign((window as unknown as { pictures: object }).pictures, { lateMs }),
      ms,
    );
  await page.clock.runFor(1500);
  await setLateMs(20);
  await page.clock.runFor(500);
  await setLateMs(200);
  await page.clock.runFor(1500);
  expect(await rendererOf(stage)).toBe('webgl');
  await page.clock.runFor(3000);
  await expectFlatPlate(page, stage);
});
