import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { followLink, inviteMember, newestSignInMail } from '../harness/sign-in.ts';
import { test } from '../harness/studio.ts';
import { expect } from '../harness/test.ts';

const { account, signIn, team: teamWords } = content.accounts;

test('shows the pages of sign-in, account and team accessibly, no wider than the window', async ({
  page,
  team,
  request,
  freshEmail,
  faults,
}) => {
  faults.allow(/status of 4\d\d/);
  const check = async (heading: string, refusedFields = 0) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(refusedFields);
    await expectAccessibleEverywhere(page);
  };
  await page.goto('/sign-in');
  await page.getByRole('button', { name: signIn.ask.button }).click();
  await check(signIn.ask.title, 1);
  await inviteMember(team, freshEmail);
  const { link } = await newestSignInMail(request, freshEmail);
  await page.getByLabel(signIn.ask.email).fill(freshEmail);
  await page.getByRole('button', { name: signIn.ask.button }).click();
  await page.getByRole('button', { name: signIn.code.button }).click();
  await check(signIn.code.title, 1);
  const header = await page.getByRole('banner').boundingBox();
  const fault = await page.getByRole('alert').boundingBox();
  expect(fault?.y, 'what is wrong stands below the header').toBeGreaterThanOrEqual(
    header?.height ?? Infinity,
  );
  await page.goto(link.replace(/token=.*/, `token=${'x'.repeat(43)}`));
  await check(signIn.link.title);
  await page.getByRole('button', { name: signIn.link.button }).click();
  await check(signIn.link.oldTitle);
  await followLink(page, (await newestSignInMail(request, freshEmail, 2)).link);
  await check(signIn.passkey.offerTitle);
  await page.goto('/account');
  await check(account.title);
  await page.goto('/desk/team?said=invited');
  await page.getByLabel(teamWords.invite.name, { exact: true }).fill('Lena Falk');
  await page.getByLabel(teamWords.invite.email, { exact: true }).fill('lena@studio example');
  await page.getByRole('button', { name: teamWords.invite.button }).click();
  await check(teamWords.title, 1);
});
