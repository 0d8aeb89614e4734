import { randomInt } from 'node:crypto';
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { content } from './content.ts';

const { inbox } = content.desk;

/** Sends the contact form as a visitor would. */
export async function sendContact(team: APIRequestContext, fields: Record<string, string>): Promise<void> {
  const form = { message: 'A short film, locked in January.', form_source: 'contact_form', ...fields };
  const forwarded = `10.9.${randomInt(256)}.${randomInt(256)}`;
  const headers = { accept: 'application/json', 'x-forwarded-for': forwarded };
  const answer = await team.post('/forms/contact', { form, headers });
  expect(answer.status()).toBe(200);
}

/** Signs the browser in as the team member. */
export async function signIn(page: Page, team: APIRequestContext): Promise<void> {
  await page.context().addCookies((await team.storageState()).cookies);
}

/** Finds a lead in the inbox by email address and opens it, as the team does. */
export async function openLead(page: Page, email: string, name: string): Promise<void> {
  await page.goto('/desk/leads');
  await page.getByRole('searchbox', { name: inbox.search }).fill(email);
  await press(page, inbox.show);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

/** Presses the page's button of this name. */
export const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
