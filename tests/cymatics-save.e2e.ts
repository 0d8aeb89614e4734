import { readFile } from 'node:fs/promises';
import { loadModule } from './harness/load-module.ts';
import { expect, test } from './harness/test.ts';

test('a figure is saved under the site’s policy, as a file another program reads', async ({ page }) => {
  const path = await loadModule(
    page,
    `export * from '#src/features/cymatics/figure-file.ts'; export * from '#src/features/site/notes.ts'`,
  );
  await page.goto('/terms');
  const download = page.waitForEvent('download');
  await page.evaluate(async (module) => {
    const { figureSvgOf, figureFileNameOf, saveFile, noteOf } = await import(module);
    const blend = [{ note: noteOf('a4'), weight: 1 }];
    const file = new Blob([figureSvgOf(blend)], { type: 'image/svg+xml' });
    saveFile(document, file, figureFileNameOf(blend, 'svg'));
  }, path);
  const file = await download;
  expect(file.suggestedFilename()).toBe('antinode-a4-440hz.svg');
  expect(await readFile(await file.path(), 'utf8')).toContain('<title id="title">Antinode: A4, 440 Hz</title>');
});
