import { content } from '../harness/content.ts';
import { fill } from '#src/platform/fill.ts';
import { inviteMember, newestSignInMail } from '../harness/sign-in.ts';
import { expect, test } from '../harness/studio-browsers.ts';

const { signIn, account } = content.accounts;

test('keeps a team member signed in on a device that they trust, until they stop trusting it', async ({
  page,
  team,
  freshEmail,
}) => {
  await inviteMember(team, freshEmail);
  await page.goto((await newestSignInMail(page.request, freshEmail)).link);
  await page.getByRole('checkbox', { name: fill(signIn.trust.label, { count: '14' }) }).check();
  await page.getByRole('main').getByRole('button', { name: signIn.link.button }).click();
  await page.getByRole('button', { name: signIn.passkey.notNow }).click();
  await expect(page).toHaveURL(/\/desk$/);
  const session = (await page.context().cookies()).find(({ name }) => name.endsWith('antinode_session'));
  const days = ((session?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(14);

  await page.goto('/account');
  const devices = page.getByRole('region', { name: account.sessions.title });
  const trusted = new RegExp(`^${fill(account.sessions.trusted, { when: '' })}`);
  await expect(devices.getByText(trusted)).toBeVisible();
  await expect(page.getByText(content.accounts.trail.kinds['device-trusted'])).toBeVisible();
  await devices.getByRole('button', { name: new RegExp(`^${account.sessions.endTrust}`) }).click();
  await expect(devices.getByText(trusted)).toHaveCount(0);
  await expect(page.getByText(content.accounts.trail.kinds['device-untrusted'])).toBeVisible();
});
