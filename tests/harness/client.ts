import type { APIRequestContext, Page } from '@playwright/test';
import { content } from './content.ts';
import { sampleClient } from './desk.ts';
import { postOfPrintedLink } from './printed-link.ts';
import { followLink, newestSignInMail, signInMailsTo } from './sign-in.ts';
import { nobody, test as base } from './studio.ts';
import { expect } from './test.ts';

type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>;

interface WorkerFixtures {
  /** Files that name different studios have a sample studio each. */
  studioName: string;
  /** The cookies of the sample client, signed in by the printed link. */
  clientState: StorageState;
}

/** Tests in the browser of the sample client, Runa Vestergaard, with the unchanged sample studio. */
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

/** Requests a sign-in email for the sample client on the open sign-in page, and follows its link. */
export async function signInByMail(page: Page): Promise<void> {
  const { ask } = content.accounts.signIn;
  const { length: before } = await signInMailsTo(page.request, sampleClient.email);
  await page.getByLabel(ask.email).fill(sampleClient.email);
  await page.getByRole('button', { name: ask.button }).click();
  await followLink(page, (await newestSignInMail(page.request, sampleClient.email, before + 1)).link);
}

/** The row of an invoice in the table of all invoices. */
export const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });

export { expect };
