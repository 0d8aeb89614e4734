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
  test.slow();
  faults.allow(/status of 4\d\d/);
  const check = () => expectAccessibleEverywhere(page);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await check();
  await inviteMember(team, freshEmail);
  const { link } = await newestSignInMail(request, freshEmail);
  await page.getByLabel('Email').fill(freshEmail);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await check();
  await page.goto(link);
  await check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await check();
  await followLink(page, (await newestSignInMail(request, freshEmail, 2)).link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a passkey');
  await check();
  await page.goto('/account');
  await check();
  await page.goto('/desk/team?said=invited');
  await page.getByRole('button', { name: 'Invite' }).click();
  await check();
});
