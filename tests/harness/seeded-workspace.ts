import { startSeeded, type SeededServer } from './seeded-server.ts';
import { test as base } from './test.ts';

/** Tests that only read a small studio, one per worker. */
export const test = base.extend<object, { server: SeededServer }>({
  server: [
    async ({}, use) => {
      const size = { leads: 12, clients: 2, projects: 4, messages: 12 };
      const server = await startSeeded(size, { isCounting: false });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.address),
});
