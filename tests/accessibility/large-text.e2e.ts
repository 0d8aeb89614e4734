import type { Page } from '@playwright/test';
import { overflowsAt } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { cutText } from '../harness/cut-text.ts';
import { publicRoutes } from '../harness/routes.ts';
import { test as workspaceTest } from '../harness/seeded-workspace.ts';
import { expect, test } from '../harness/test.ts';
import { workspacePages } from '../harness/workspace-pages.ts';

// The text size is set as by a visitor: at the root, from which every other size derives.
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

test('neither cuts nor overflows text of a public page at 200 % and at 320 px', async ({ page, faults }) => {
  faults.allow(/status of 40[34]/);
  for (const path of [...publicRoutes, '/sign-in', '/portal', '/no-such-page'])
    expect.soft(await faultsOf(page, path)).toEqual([]);
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

/** Sets the largest text and the narrowest window to support. */
async function enlarge(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 900 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
}

workspaceTest(
  'what a refused form says can be read whole, at 200 % and at 320 px',
  async ({ page, context, server, faults }) => {
    faults.allow(/status of 422/);
    const { people } = content.portal;
    const value = server.seeded.tokens.client;
    await context.addCookies([{ name: 'antinode_session', value, url: server.address }]);
    await page.goto('/portal/people');
    await page.getByLabel(people.invite.name, { exact: true }).fill('Lena Falk');
    await page.getByLabel(people.invite.email, { exact: true }).fill('lena@studio example');
    await page.getByRole('button', { name: people.invite.button, exact: true }).click();
    await expect(page.getByText(people.errors.email)).toBeVisible();
    await enlarge(page);
    expect([...(await overflowsAt(page, [320])), ...(await cutText(page))]).toEqual([]);
  },
);

workspaceTest(
  'no word or sum in the list of clients is broken, and its search has room, at 200 % and at 320 px',
  async ({ page, context, server }) => {
    const value = server.seeded.tokens.team;
    await context.addCookies([{ name: 'antinode_session', value, url: server.address }]);
    await page.goto('/desk/clients');
    await enlarge(page);
    const broken = await page.locator('main td').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const nodes = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
          for (const { index, 0: word } of (node.nodeValue ?? '').matchAll(/\S+/g)) {
            const range = new Range();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
          }
        }
        return found;
      }),
    );
    expect(broken).toEqual([]);
    const field = await page.getByRole('searchbox').boundingBox();
    expect(field?.width).toBeGreaterThan(200);
  },
);

test('keeps the icon within a play button with large text', async ({ page }) => {
  await page.goto('/production');
  await enlarge(page);
  const button = page.locator('[data-play]').first();
  const sign = await button.locator('svg').first().boundingBox();
  const round = await button.boundingBox();
  expect(sign?.width).toBeLessThanOrEqual((round?.width ?? 0) / 2);
});
