import { expect, type APIRequestContext } from '@playwright/test';

/** The mails of the development mailbox whose HTML holds this text, the newest first. */
export async function mailsWith(request: APIRequestContext, text: string): Promise<string[]> {
  const page = await (await request.get('/dev/mailbox')).text();
  const mails = page.split('<article').slice(1);
  return mails.filter((mail) => mail.includes(text));
}

/** Waits until so many mails that hold this text have come. */
export async function expectMails(request: APIRequestContext, text: string, count: number): Promise<void> {
  const counted = async () => (await mailsWith(request, text)).length;
  await expect.poll(counted, { message: `mails with ${text}`, intervals: [50, 100, 250] }).toBe(count);
}
