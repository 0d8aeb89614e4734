import { expect, type APIRequestContext } from '@playwright/test';

/** Returns the emails of the development mailbox whose HTML contains this text, newest first. */
export async function mailsWith(request: APIRequestContext, text: string): Promise<string[]> {
  const page = await (await request.get('/dev/mailbox')).text();
  const mails = page.split('<article').slice(1);
  return mails.filter((mail) => mail.includes(text));
}

/** Waits until this many emails with this text have arrived. */
export async function expectMails(request: APIRequestContext, text: string, count: number): Promise<void> {
  const counted = async () => (await mailsWith(request, text)).length;
  await expect.poll(counted, { message: `mails with ${text}`, intervals: [50, 100, 250] }).toBe(count);
}
