import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import { act, hostsOf } from './chat.ts';

/** Returns the day this many days from now, YYYY-MM-DD. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Books a call on a lead's page, as the team does, at a time in UTC. Returns the call's page. */
export async function bookCall(
  team: APIRequestContext,
  lead: string,
  at: { readonly day: string; readonly time: string },
): Promise<string> {
  const entry = randomUUID();
  const form = { entry, kind: '', zone: 'UTC', ...at };
  const headers = { accept: 'application/json' };
  const answer = await team.post(`${lead}?do=book-call`, { form, headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return `/desk/calls/${entry}`;
}

/** Sets the hosts' hours to weekdays from 10 to 18, whatever other tests have set in this studio. */
export async function tellHours(team: APIRequestContext): Promise<void> {
  const hours = [1, 2, 3, 4, 5].map((weekday) => [`weekday${weekday}`, '10:00–18:00']);
  for (const host of await hostsOf(team))
    await act(team, `${host}?do=save-hours`, Object.fromEntries(hours) as Record<string, string>);
}
