import { loadModule } from '../harness/load-module.ts';
import { expect, test } from '../harness/test.ts';

// Code that the test runner evaluates in a page counts as a gesture there, and a trace evaluates all the time.
test.use({ trace: 'off' });

test('blocks sound without a gesture, and plays it after the first click', async ({ page, faults }) => {
  faults.allow(/AudioContext was not allowed to start/);
  faults.allow(/Sound is blocked/);
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  const path = await loadModule(page, "export * from '#src/features/cymatics/tone/tone-player.ts'");
  await page.addInitScript((module) => {
    const start = async () => {
      const { createTonePlayer } = await import(module);
      const player = createTonePlayer();
      player.subscribe(() => console.info(`sound: ${player.state()}`));
      player.press('before', 440);
      document.addEventListener('keydown', () => {
        player.press('after', 440);
        const listen = () => {
          if (player.level() > 0) console.info('sound: heard');
          else requestAnimationFrame(listen);
        };
        listen();
      });
    };
    document.addEventListener('DOMContentLoaded', () => void start());
  }, path);
  await page.goto('/terms');
  await expect.poll(() => told).toContain('sound: blocked');
  expect(told).not.toContain('sound: ready');
  await page.mouse.click(5, 5);
  await expect.poll(() => told).toContain('sound: ready');
  await page.keyboard.press('A');
  await expect.poll(() => told).toContain('sound: heard');
});
