import { expectAccessibleEverywhere } from './harness/accessibility.ts';
import { followLink, inviteMember, newestSignInMail } from './harness/sign-in.ts';
import { test } from './harness/studio.ts';
import { expect } from './harness/test.ts';

test('the pages of signing in, of oneself and of the team are accessible, and no wider than the window', async ({
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
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await check('Sign in', 1);
  await inviteMember(team, freshEmail);
  const { link } = await newestSignInMail(request, freshEmail);
  await page.getByLabel('Email').fill(freshEmail);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await check('Check your mail', 1);
  const header = await page.getByRole('banner').boundingBox();
  const fault = await page.getByRole('alert').boundingBox();
  expect(fault?.y, 'what is wrong stands below the header').toBeGreaterThanOrEqual(
    header?.height ?? Infinity,
  );
  await page.goto(link);
  await check('Sign in');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await check('This link no longer works');
  await followLink(page, (await newestSignInMail(request, freshEmail, 2)).link);
  await check('Add a passkey');
  await page.goto('/account');
  await check('Your account');
  await page.goto('/desk/team?said=invited');
  await page.getByRole('button', { name: 'Invite' }).click();
  await check('Team', 2);
});
