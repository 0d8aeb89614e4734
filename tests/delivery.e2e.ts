import { createHash } from 'node:crypto';
import { sampleIdOf } from '#src/features/sample/sample-id.ts';
import { fill } from '#src/platform/fill.ts';
import { expectAccessibleEverywhere } from './harness/accessibility.ts';
import { content } from './harness/content.ts';
import { expect, sampleClient, test } from './harness/desk.ts';
import { postOfPrintedLink } from './harness/printed-link.ts';
import { nobody } from './harness/studio.ts';

const { approval, files } = content.project;
const { faults, lookUp, naming, rows, sheet } = content.sound;
const { delivery, verdicts } = content.delivery.words;
const details = content['desk-projects'].details;

const projectPath = `/projects/${sampleIdOf('project', 214)}`;
const withClick = sampleIdOf('file', 'mix-v1');
const waiting = sampleIdOf('file', 'mix-v2');

test('a project’s sheets show faults and names, the client approves one with its file, and both are found by their hash', async ({
  page,
  team,
  studio,
  playwright,
}) => {
  await page.goto(`/desk${projectPath}`);
  await expect(page.getByLabel(details.specification)).toHaveValue('ebu-r128');
  await page.getByLabel(details.naming).fill('Tidewater_R3_{title}_{version}');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: details.save }).click();
  expect((await saved).status()).toBeLessThan(400);

  // Its address of before leads there.
  await page.goto(`/portal/files/${withClick}/sheet`);
  await expect(page).toHaveURL(new RegExp(`/portal/files/${withClick}/report$`));
  const moved = await team.get(`/portal/files/${withClick}/sheet.pdf?check=acx`, { maxRedirects: 0 });
  expect(moved.headers()['location']).toBe(`/portal/files/${withClick}/report.pdf?check=acx`);
  const fault = page.getByRole('row').filter({ hasText: faults.kinds.click });
  await expect(fault.getByRole('link')).toContainText('0:06.700');
  await expect(page.getByRole('table', { name: /EBU R 128/ })).toContainText(verdicts.pass);
  const expected = 'Tidewater_R3_(title)_v(number)';
  await expect(page.getByText(fill(naming.pass, { expected }))).toBeVisible();
  await expectAccessibleEverywhere(page);
  await fault.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/desk${projectPath}\\?file=${withClick}&at=6700#player$`));

  await page.getByRole('link', { name: delivery.open, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tidewater, reel 3');
  await expect(page.getByRole('heading', { level: 2, name: /Tidewater/ }).first()).toBeVisible();
  await expect(page.getByText(fill(naming.fail, { expected }))).toBeVisible();
  await expectAccessibleEverywhere(page);
  const address = page.url();
  const pdf = await team.get(address.replace(/delivery.*$/, 'delivery.pdf'));
  expect((await pdf.body()).toString('latin1', 0, 5)).toBe('%PDF-');
  const json = await (await team.get(address.replace(/delivery.*$/, 'delivery.json'))).json();
  expect(json.total.files).toBe(json.files.length);
  expect(json.files[0]).toMatchObject({ check: { specification: 'EBU R 128' } });

  const client = await playwright.request.newContext({ baseURL: studio.address, storageState: nobody });
  await client.post(postOfPrintedLink(studio.clientLink), { maxRedirects: 0 });
  await page.context().clearCookies();
  await page.context().addCookies((await client.storageState()).cookies);
  await page.goto(`/portal${projectPath}`);
  await page
    .locator(`#file-${waiting}`)
    .getByRole('button', { name: /^Approve/ })
    .click();
  const dialog = page.getByRole('dialog', { name: approval.title });
  await expect(dialog).toContainText(approval.withSheet);
  await dialog.getByRole('button', { name: approval.approve, exact: true }).click();
  await expect(page.locator(`#file-${waiting}`)).toContainText(files.approved);

  const sent = await (await client.get(`/portal/files/${waiting}/sheet.json`)).body();
  const hash = createHash('sha256').update(sent).digest('hex');
  const { sha256 } = JSON.parse(sent.toString()) as { sha256: string };
  await page.goto(`/portal/sheets/${sha256}`);
  await expect(page.getByText(/approved on/)).toContainText(sampleClient.name);
  await page.getByRole('link', { name: lookUp.withSheet }).click();
  await expect(page).toHaveURL(new RegExp(`${hash}$`));
  await expect(page.getByRole('row').filter({ hasText: rows.integrated.label }).first()).toBeVisible();
  await expectAccessibleEverywhere(page);
  const kept = await client.get(`/portal/sheets/${hash}.json`);
  expect(await kept.body()).toEqual(sent);
  await expect(page.getByText(sheet.title, { exact: true })).toBeVisible();
  const unknown = await client.get(`/portal/sheets/${'0'.repeat(64)}`);
  expect(unknown.status()).toBe(404);
  expect(await unknown.text()).toContain(lookUp.none);
  await client.dispose();
});
