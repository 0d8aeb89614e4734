import { fill } from '#src/platform/fill.ts';
import { expect, type APIRequestContext, type APIResponse, type Page } from '@playwright/test';
import { content } from './content.ts';
import { mailsWith } from './mailbox.ts';

export interface SignInMail {
  readonly subject: string;
  /** Six digits. */
  readonly code: string;
  readonly link: string;
}

const unescaped = (html: string) => html.replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

const textOf = (html: string) => unescaped(html.replaceAll(/<[^>]*>/g, '\n'));

/** Returns the sign-in emails to an address in the development mailbox, newest first. */
export async function signInMailsTo(request: APIRequestContext, email: string): Promise<SignInMail[]> {
  const mails = await mailsWith(request, `<dd>${email}</dd>`);
  return mails.flatMap((mail) => {
    const text = textOf(mail);
    const code = /\b(\d{3}) (\d{3})\b/.exec(text);
    const link = /https?:\S+\/sign-in\/link\?token=[\w-]+/.exec(text);
    const subject = unescaped(/<h2[^>]*>([^<]*)</.exec(mail)?.[1] ?? '');
    return code && link ? [{ subject, code: `${code[1]}${code[2]}`, link: link[0] }] : [];
  });
}

/** Waits until this many sign-in emails have arrived, and returns the newest. */
export async function newestSignInMail(
  request: APIRequestContext,
  email: string,
  count = 1,
): Promise<SignInMail> {
  const mails = async () => signInMailsTo(request, email);
  await expect
    .poll(async () => (await mails()).length, { message: 'mails that came', intervals: [50, 100, 250] })
    .toBe(count);
  const [newest] = await mails();
  if (!newest) throw new Error(`no mail to ${email}`);
  return newest;
}

/** Opens an emailed or printed link in the browser and presses its button. */
export async function followLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('main').getByRole('button', { name: content.accounts.signIn.link.button }).click();
}

/** Confirms the signed-in person's identity with an emailed code, as required before some actions. */
async function confirmAgain(requests: APIRequestContext): Promise<void> {
  const asked = await requests.get('/confirm');
  const email = /[\w.+-]+@[\w.-]+\.example/.exec(await asked.text())?.[0] ?? '';
  const codes = async () => {
    const mails = (await mailsWith(requests, `<dd>${email}</dd>`)).map(textOf);
    return mails.flatMap((mail) =>
      mail.includes(fill(content.accounts.mail.codeLife, { minutes: '10' }))
        ? (/\b\d{3} \d{3}\b/.exec(mail) ?? [])
        : [],
    );
  };
  const { length: before } = await codes();
  await requests.post('/confirm?do=mail-code', { form: {} });
  await expect.poll(async () => (await codes()).length).toBe(before + 1);
  const [code = ''] = await codes();
  const form = { confirm_code: code };
  expect((await requests.post('/confirm?do=enter-code', { form, maxRedirects: 0 })).status()).toBe(303);
}

/**
 * Posts as a person whose sign-in may be too old for the action: sessions of a worker outlive many tests. Returns the
 * response for a browser without scripts.
 */
export async function postRecently(
  requests: APIRequestContext,
  path: string,
  form: Record<string, string>,
): Promise<APIResponse> {
  const post = () => requests.post(path, { form, maxRedirects: 0 });
  const answer = await post();
  if (answer.status() !== 403) return answer;
  await confirmAgain(requests);
  return post();
}

/** Creates a team member; the invitation is their first email. */
export async function inviteMember(
  team: APIRequestContext,
  email: string,
  name = `Noor ${email}`,
): Promise<void> {
  expect((await postRecently(team, '/desk/team?do=invite', { name, email })).status()).toBe(303);
}

/** Returns the id of the team member whose row contains this. */
export async function idOfMember(team: APIRequestContext, said: string): Promise<string> {
  const rows = (await (await team.get('/desk/team')).text()).split('<li');
  const row = rows.find((item) => item.includes(said)) ?? '';
  return /name="id" value="([^"]+)"/.exec(row)?.[1] ?? '';
}

/** Signs a new team member in, in a signed-out browser: for the next minutes they need no confirmation. */
export async function signInAsMember(page: Page, team: APIRequestContext, email: string): Promise<void> {
  await inviteMember(team, email);
  await followLink(page, (await newestSignInMail(page.request, email)).link);
  await page.getByRole('button', { name: content.accounts.signIn.passkey.notNow }).click();
  await expect(page).toHaveURL(/\/desk$/);
}
