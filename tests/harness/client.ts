import type { APIRequestContext, Page } from '@playwright/test';
import { postOfPrintedLink } from './printed-link.ts';
import { nobody, test as base } from './studio.ts';
import { expect } from './test.ts';

type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>;

interface WorkerFixtures {
  /** Files that name different ones have a sample studio each. */
  studioName: string;
  /** The cookies of the sample client, who used the printed link. */
  clientState: StorageState;
}

/** Tests in the browser of the sample client, Runa Vestergaard, with the sample studio as it comes. */
export const test = base.extend<object, WorkerFixtures>({
  studioName: ['portal', { option: true, scope: 'worker' }],
  clientState: [
    async ({ studio, playwright }, use) => {
      const client = await playwright.request.newContext({ baseURL: studio.address, storageState: nobody });
      const answer = await client.post(postOfPrintedLink(studio.clientLink), { maxRedirects: 0 });
      expect(answer.status(), 'the printed link signs in').toBe(303);
      await use(await client.storageState());
      await client.dispose();
    },
    { scope: 'worker' },
  ],
  storageState: async ({ clientState }, use) => use(clientState),
});

/** The row of an invoice in the table of them all. */
export const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });

export { expect };
