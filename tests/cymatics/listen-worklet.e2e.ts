import type { placeOfPage as PlaceOfPage } from '#src/features/cymatics/listen/open-microphone.ts';
import { loadModule } from '../harness/load-module.ts';
import { expect, test } from '../harness/test.ts';

test('reports the pitch of a second of A4 a hundred times, at every sample rate', async ({ page }) => {
  const module = await loadModule(page, "export * from '#src/features/cymatics/listen/open-microphone.ts'");
  await page.goto('/terms');
  for (const rateHz of [22_050, 44_100, 48_000, 96_000]) {
    const heardHz = await page.evaluate(
      async ([path, rate]) => {
        const { placeOfPage } = (await import(path)) as { placeOfPage: typeof PlaceOfPage };
        const { createNode, workletUrl } = placeOfPage();
        // An offline context processes every block, however busy the machine is.
        const context = new OfflineAudioContext(1, 1.01 * rate, rate);
        await context.audioWorklet.addModule(workletUrl);
        const node = createNode(context as unknown as AudioContext);
        const frames: { hz: number }[] = [];
        const heard = new Promise<void>((resolve) => {
          node.port.addEventListener('message', ({ data }) => {
            if (frames.push(data as { hz: number }) === 100) resolve();
          });
        });
        node.port.start();
        const tone = new OscillatorNode(context, { frequency: 440 });
        tone.connect(node).connect(context.destination);
        tone.start();
        await context.startRendering();
        await heard;
        return frames.slice(10).map(({ hz }) => hz);
      },
      [module, rateHz] as const,
    );
    for (const hz of heardHz) expect(Math.abs(1200 * Math.log2(hz / 440)), `${rateHz} Hz`).toBeLessThan(2);
  }
});
