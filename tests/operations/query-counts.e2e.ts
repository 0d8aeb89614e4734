import { expect, test } from '@playwright/test';
import type { WorkspaceSize } from '../harness/seed-workspace.ts';
import { askAs, startSeeded } from '../harness/seeded-server.ts';
import { workspacePages } from '../harness/workspace-pages.ts';

/** Returns how many queries each page of portal and desk makes in a studio of this size. */
async function countQueries(size: WorkspaceSize): Promise<Record<string, number>> {
  const server = await startSeeded(size, { isCounting: true });
  const counts: Record<string, number> = {};
  for (const page of workspacePages(server.seeded)) {
    // The first request of a minute records the person's activity, and a minute may begin between two of them.
    for (const round of ['first', 'second', 'third']) {
      const answer = await askAs(server, page);
      await answer.text();
      expect(answer.status, `${page.name}, ${round}`).toBe(200);
    }
    await expect
      .poll(() => server.queries().filter(({ path }) => path === page.path).length, { message: page.name })
      .toBe(3);
    const [, ...later] = server.queries().filter(({ path }) => path === page.path);
    counts[page.name] = Math.min(...later.map(({ queries }) => queries.length));
  }
  await server.stop();
  return counts;
}

test('makes the same few queries on each page of portal and desk, regardless of the amount of data', async () => {
  const small = await countQueries({ leads: 4, clients: 2, projects: 4, messages: 12 });
  const large = await countQueries({ leads: 300, clients: 5, projects: 60, messages: 1500 });
  expect(large).toEqual(small);
  for (const [name, count] of Object.entries(small)) {
    // At least the session is looked up.
    expect(count, name).toBeGreaterThan(0);
    expect(count, name).toBeLessThanOrEqual(20);
  }
});
