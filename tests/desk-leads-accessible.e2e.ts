import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expectAccessible } from './harness/accessibility.ts';
import { test } from './harness/studio.ts';
import { expect } from './harness/test.ts';

// One studio serves the whole file.
test.describe.configure({ mode: 'default' });

const screens = [
  { what: 'the inbox', path: async () => '/desk' },
  { what: 'an inbox without a match', path: async () => '/desk?q=nobody-at-all&state=due' },
  { what: 'failed mails', path: async () => '/desk/mails' },
  {
    what: 'a lead',
    path: async (team: APIRequestContext) => {
      const leads = (await (await team.get('/desk/leads.json')).json()) as { id: string; name: string }[];
      return `/desk/leads/${leads.find(({ name }) => name === 'Marit Solheim')?.id}`;
    },
  },
  {
    what: 'a client',
    path: async (team: APIRequestContext) => {
      const email = `${randomUUID()}@visitor.example`;
      const headers = { accept: 'application/json' };
      await team.post('/forms/brief', { form: { name: 'Runa', email }, headers });
      const leads = (await (await team.get('/desk/leads.json')).json()) as { id: string; email: string }[];
      const lead = `/desk/leads/${leads.find((each) => each.email === email)?.id}`;
      await team.post(`${lead}?do=status`, { form: { status: 'converted', project: 'Tidewater' }, headers });
      const page = await (await team.get(lead)).text();
      return /\/desk\/clients\/[\da-f-]+/.exec(page)?.[0] ?? '/desk/clients/none';
    },
  },
] as const;

for (const { what, path } of screens) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${what} is accessible and fits every width, ${colorScheme}`, async ({ page, team }) => {
      test.slow();
      await page.context().addCookies((await team.storageState()).cookies);
      await page.emulateMedia({ colorScheme });
      const address = await path(team);
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect((await page.goto(address))?.status()).toBe(200);
        await expectAccessible(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
      }
    });
  }
}
