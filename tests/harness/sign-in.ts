import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { content } from './content.ts';
import { mailsWith } from './mailbox.ts';

export interface SignInMail {
  readonly subject: string;
  /** Six digits. */
  readonly code: string;
  readonly link: string;
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '\n').replaceAll('&amp;', '&');

/** The sign-in mails to an address that the development mailbox holds, the newest first. */
export async function signInMailsTo(request: APIRequestContext, email: string): Promise<SignInMail[]> {
  const mails = await mailsWith(request, `<dd>${email}</dd>`);
  return mails.flatMap((mail) => {
    const text = textOf(mail);
    const code = /\b(\d{3}) (\d{3})\b/.exec(text);
    const link = /https?:\S+\/sign-in\/link\?token=[\w-]+/.exec(text);
    const subject = /<h2[^>]*>([^<]*)</.exec(mail)?.[1] ?? '';
    return code && link ? [{ subject, code: `${code[1]}${code[2]}`, link: link[0] }] : [];
  });
}

/** Waits until this many sign-in mails have come, and returns the newest. */
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

/** Opens a mailed or printed link in the browser and presses its button. */
export async function followLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('main').getByRole('button', { name: content.accounts.signIn.link.button }).click();
}

/** Makes a member of the team; the mail that invites them is their first. */
export async function inviteMember(
  team: APIRequestContext,
  email: string,
  name = `Noor ${email}`,
): Promise<void> {
  const form = { name, email };
  const answer = await team.post('/desk/team?do=invite', { form, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}
