import type { Page } from '@playwright/test';
import { cutText, overflowsAt } from './harness/accessibility.ts';
import { publicRoutes } from './harness/routes.ts';
import { startSeeded, type SeededServer } from './harness/seeded-server.ts';
import { expect, test } from './harness/test.ts';
import { workspacePages } from './harness/workspace-pages.ts';

// The size of the text is set as a visitor sets it: at the root, from which every other size derives.
test.use({ bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } });

const widths = [320, 390, 768, 1280];

async function faultsOf(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  await page.goto(path);
  for (const size of ['100%', '200%']) {
    await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
    for (const width of widths) {
      const seen = [...(await overflowsAt(page, [width])), ...(await cutText(page))];
      found.push(...seen.map((fault) => `${path}, text at ${size}, ${width} px: ${fault}`));
    }
  }
  return found;
}

test('no text of a public page is cut or sticks out, at 200 % and at 320 px', async ({ page, faults }) => {
  faults.allow(/status of 40[34]/);
  for (const path of [...publicRoutes, '/sign-in', '/portal', '/no-such-page'])
    expect.soft(await faultsOf(page, path)).toEqual([]);
});

const workspaceTest = test.extend<object, { server: SeededServer }>({
  server: [
    async ({}, use) => {
      const server = await startSeeded(
        { leads: 12, clients: 2, projects: 4, messages: 12 },
        { isCounting: false },
      );
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.address),
});

for (const actor of ['client', 'team'] as const) {
  workspaceTest(
    `no text of a page of the ${actor} is cut or sticks out`,
    async ({ page, context, server, faults }) => {
      // The recordings of this studio have no bytes.
      faults.allow(/status of 404/);
      const value = server.seeded.tokens[actor];
      await context.addCookies([{ name: 'antinode_session', value, url: server.address }]);
      for (const { path } of workspacePages(server.seeded).filter((each) => each.actor === actor))
        expect.soft(await faultsOf(page, path)).toEqual([]);
    },
  );
}
