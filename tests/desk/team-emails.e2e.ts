import { expectAccessible, overflowsAt } from '../harness/accessibility.ts';
import { content, entryWith } from '../harness/content.ts';
import { signIn } from '../harness/leads.ts';
import { test } from '../harness/studio.ts';
import { expect } from '../harness/test.ts';

const { accounts, 'team-emails': words } = content;
const { own, project, studio, timings } = words;
const { name } = entryWith(content.sample.projects, 'number', 214);

test('saves the email settings of a member, by kind and for a project, and those of the studio', async ({
  page,
  team,
  faults,
}) => {
  faults.allow(/status of 422/);
  await signIn(page, team);
  await page.goto('/account');
  await page.getByRole('link', { name: accounts.account.emails }).click();
  const messages = page.getByLabel(own.kinds.messages, { exact: true });
  await expect(messages).toHaveValue('none');
  await expect(page.getByLabel(own.kinds.mentions)).toHaveValue('at-once');
  await messages.selectOption(timings.daily);
  await page.getByRole('button', { name: own.save, exact: true }).click();
  await expect(page.getByRole('status').getByText(own.saved)).toBeVisible();
  await expect(messages).toHaveValue('daily');

  const ofProject = page.getByRole('region', { name: project.title });
  await ofProject.getByRole('button', { name: project.save }).click();
  await expect(ofProject.getByText(project.choose)).toBeVisible();
  await ofProject.getByLabel(project.label).selectOption({ label: `${name}, Runa Vestergaard` });
  await ofProject.getByLabel(project.timing).selectOption(timings.none);
  await ofProject.getByRole('button', { name: project.save }).click();
  await expect(ofProject.getByRole('listitem')).toContainText([name]);
  await ofProject.getByRole('button', { name: project.remove }).click();
  await expect(ofProject.getByRole('listitem')).toHaveCount(0);

  await page.getByRole('radio', { name: studio.texts.no }).check();
  await page.getByRole('button', { name: studio.save }).click();
  await expect(page.getByText(studio.saved)).toBeVisible();
  await expect(page.getByRole('radio', { name: studio.texts.no })).toBeChecked();
  await expectAccessible(page);
  expect(await overflowsAt(page, [1440, 390, 320])).toEqual([]);
});
