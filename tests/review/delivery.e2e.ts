import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';
import { fill } from '#src/platform/fill.ts';
import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';

const { faults, figure, naming } = content.sound;
const { delivery, verdicts, ready, notReady, submit, title: choice } = content.delivery.words;
const details = content['desk-projects'].details;

const projectPath = `/projects/${sampleIdOf('project', 214)}`;
const withClick = sampleIdOf('file', 'mix-v1');

test('shows faults and names on a project’s delivery reports, one by one and together', async ({
  page,
  team,
}) => {
  await page.goto(`/desk${projectPath}`);
  await expect(page.getByLabel(details.specification)).toHaveValue('ebu-r128');
  await page.getByLabel(details.naming).fill('Tidewater_R3_{title}_{version}');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: details.save }).click();
  expect((await saved).status()).toBeLessThan(400);

  await page.goto(`/portal/files/${withClick}/report`);
  const fault = page.getByRole('row').filter({ hasText: faults.kinds.click });
  await expect(fault.getByRole('link')).toContainText('0:06.700');
  await expect(page.getByRole('table', { name: /EBU R 128/ })).toContainText(verdicts.pass);
  await expect(page.getByText(fill(ready, { name: 'EBU R 128' }), { exact: true })).toBeVisible();
  const expected = 'Tidewater_R3_(title)_v(number)';
  await expect(page.getByText(fill(naming.pass, { expected }))).toBeVisible();
  await expectAccessibleEverywhere(page);
  // On paper there is no dark square, and no controls of the screen.
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator(`img[alt^="${figure.title}"]`)).toBeHidden();
  await expect(page.getByLabel(choice, { exact: true })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel(choice, { exact: true }).selectOption('acx');
  await page.getByRole('button', { name: submit, exact: true }).click();
  await expect(page.getByText(fill(notReady, { name: 'ACX audiobooks', failures: '' }))).toBeVisible();
  await page.goBack();
  await fault.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/desk${projectPath}\\?file=${withClick}&at=6700#player$`));

  await page.getByRole('link', { name: delivery.open, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tidewater, reel 3');
  await expect(page.getByRole('rowheader', { name: /Tidewater/ }).first()).toBeVisible();
  await expect(page.getByText(fill(delivery.notAsAgreed, { expected }))).toBeVisible();
  await expectAccessibleEverywhere(page);
  const address = page.url();
  const pdf = await team.get(address.replace(/delivery.*$/, 'delivery.pdf'));
  expect((await pdf.body()).toString('latin1', 0, 5)).toBe('%PDF-');
  const json = await (await team.get(address.replace(/delivery.*$/, 'delivery.json'))).json();
  expect(json.total.files).toBe(json.files.length);
  expect(json.files[0]).toMatchObject({ check: { specification: 'EBU R 128' } });
});
