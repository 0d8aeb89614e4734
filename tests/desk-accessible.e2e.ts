import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessibleEverywhere, ibmViolations } from './harness/accessibility.ts';
import { expect, test } from './harness/desk.ts';

// One studio serves the whole file.
test.describe.configure({ mode: 'default' });

const wantsJson = { accept: 'application/json' };

async function addressOfLead(team: APIRequestContext, field: 'name' | 'email', value: string) {
  const leads = (await (await team.get('/desk/leads.json')).json()) as Record<string, string>[];
  return `/desk/leads/${leads.find((lead) => lead[field] === value)?.['id']}`;
}

async function addressOfNewClient(team: APIRequestContext): Promise<string> {
  const email = `${randomUUID()}@visitor.example`;
  await team.post('/forms/brief', { form: { name: 'Runa', email }, headers: wantsJson });
  const lead = await addressOfLead(team, 'email', email);
  const form = { status: 'converted', project: 'Tidewater' };
  await team.post(`${lead}?do=status`, { form, headers: wantsJson });
  const page = await (await team.get(lead)).text();
  return /\/desk\/clients\/[\da-f-]+/.exec(page)?.[0] ?? '/desk/clients/none';
}

/** Opens whatever is folded: IBM's engine takes a field in a closed part for shown, and its label for hidden. */
async function unfold(page: Page): Promise<void> {
  for (const summary of await page.locator('main summary').all()) await summary.click();
}

interface Scene {
  readonly page: Page;
  readonly team: APIRequestContext;
}

const goto = async (page: Page, path: string) => expect((await page.goto(path))?.status()).toBe(200);

const screens: Record<string, (scene: Scene) => Promise<void>> = {
  'the inbox': ({ page }) => goto(page, '/desk'),
  'an inbox without a match': ({ page }) => goto(page, '/desk?q=nobody-at-all&state=due'),
  'failed mails': ({ page }) => goto(page, '/desk/mails'),
  'a lead': async ({ page, team }) => goto(page, await addressOfLead(team, 'name', 'Marit Solheim')),
  'a client': async ({ page, team }) => goto(page, await addressOfNewClient(team)),
  'the board, with a card unfolded': async ({ page }) => {
    await goto(page, '/desk/projects');
    await page.locator('[data-card] summary').first().click();
  },
  'a new project that was refused': async ({ page }) => {
    await goto(page, '/desk/projects/new');
    await page.getByRole('button', { name: 'Create the project' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
  },
  'a project with files': async ({ page }) => {
    await goto(page, '/desk/projects?q=P-214');
    await page.getByRole('link', { name: 'Tidewater, reel 3' }).click();
    await expect(page.getByRole('region', { name: 'Files' })).toBeVisible();
    expect(await ibmViolations(page)).toEqual([]);
    await unfold(page);
  },
  'the invoices': async ({ page }) => {
    await goto(page, '/desk/invoices');
    await unfold(page);
  },
};

for (const [what, show] of Object.entries(screens)) {
  test(`${what}: accessible, and no wider than the window`, async ({ page, team, faults }) => {
    faults.allow(/status of 422/);
    await show({ page, team });
    await expectAccessibleEverywhere(page);
  });
}

test('a project that has just begun: accessible, and no wider than the window', async ({ page, project }) => {
  await goto(page, project.path);
  await unfold(page);
  await expectAccessibleEverywhere(page);
});
