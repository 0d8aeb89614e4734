import type { Page } from '@playwright/test';
import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';
import { overflowsAt } from '../harness/accessibility.ts';
import { expect, test } from '../harness/client.ts';
import { cutText } from '../harness/cut-text.ts';

// Text is twice as large because of the visitor's browser settings. Layouts depend on that, too.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

const widths = [390, 801, 1024, 1280, 1440];

async function faultsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  const found: string[] = [];
  for (const width of widths) {
    const seen = [...(await overflowsAt(page, [width])), ...(await cutText(page))];
    found.push(...seen.map((fault) => `${path}, ${width} px: ${fault}`));
  }
  return found;
}

const project = sampleIdOf('project', 214);

test("neither cuts nor overflows text at twice the browser's default size", async ({
  page,
  context,
  team,
}) => {
  for (const path of ['/', '/production', '/portal', `/portal/projects/${project}`, '/portal/invoices'])
    expect.soft(await faultsOf(page, path)).toEqual([]);
  await context.clearCookies();
  await context.addCookies((await team.storageState()).cookies);
  for (const path of ['/desk/leads', `/desk/projects/${project}`, '/desk/calls'])
    expect.soft(await faultsOf(page, path)).toEqual([]);
});
