import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { findHarm, foreignTarget, openPages, wrongHead, wrongInMail } from './input-judge.ts';
import type { Found } from './input-pages.ts';
import type { Actor, Answer, Ask } from './input-studio.ts';
import { alarm } from './input-values.ts';
import type { MailServer } from './mail-server.ts';
import type { ReadyStudio } from './studio.ts';

export const promises = [
  'scripts',
  'recipients',
  'redirects',
  'files',
  'failures',
  'heads',
  'process',
  'untried',
  'legitimate',
] as const;
export type Promised = (typeof promises)[number];

export type Drill = {
  readonly studio: ReadyStudio;
  readonly ask: Ask;
  readonly reader: Page;
  readonly broken: Record<Promised, string[]>;
  readonly statuses: Map<string, number>;
  readonly tried: Set<string>;
  readonly accepted: Set<string>;
};

export const shorten = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);

/** Counts a response and its findings. */
export async function judge(drill: Drill, answer: Answer, about: string): Promise<void> {
  const { broken, statuses, reader, studio } = drill;
  const { status, type, body } = answer;
  statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
  if (status >= 500) broken.failures.push(`${status} ${about}: ${shorten(body)}`);
  const target = foreignTarget(answer, studio.address);
  if (target !== null) broken.redirects.push(`${target} by ${about}`);
  const head = wrongHead(answer);
  if (head !== null) broken.heads.push(`${head} by ${about}`);
  if (!type.startsWith('text/html') || body === '') return;
  const harm = await findHarm(reader, body);
  if (harm.length > 0) broken.scripts.push(`${harm.join(', ')} by ${about}`);
}

/** Waits until no more emails arrive. */
async function mailsHaveLeft(mail: MailServer): Promise<void> {
  for (let tries = 0, before = -1; tries < 300 && before !== mail.arrived.length; tries += 1) {
    before = mail.arrived.length;
    await wait(3000);
  }
}

/** Files with the drill's name in folders where it must not write. */
function strayFiles(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.includes(alarm) ? [join(folder, name)] : [])),
  );
}

type Left = {
  readonly found: Found;
  readonly mail: MailServer;
  readonly scratch: string;
  readonly browser: Browser;
  /** The maximum number of pages opened in the browser. */
  readonly mostOpened: number;
};

/** Checks the results of all inputs: pages, emails, files and the sessions that sent them. */
export async function lookAfterwards(drill: Drill, { found, mail, scratch, browser, mostOpened }: Left) {
  const { ask, broken, studio } = drill;
  const cookies: Record<Actor, string> = { guest: '', client: studio.client, team: studio.team };
  for (const [actor, path] of [
    ['client', '/portal'],
    ['team', '/desk'],
  ] as const)
    if ((await ask({ actor, method: 'GET', path })).status !== 200)
      broken.process.push(`the ${actor} is not signed in any more`);
  for (const { actor, path } of found.pages) {
    const answer = await ask({ actor, method: 'GET', path, headers: { accept: 'text/html' } });
    await judge(drill, answer, `what is stored, on ${path}`);
  }
  const opened = found.pages.filter((_, n) => n % Math.ceil(found.pages.length / mostOpened) === 0);
  const pages = opened.map(({ actor, path }) => ({ path, cookie: cookies[actor] }));
  broken.scripts.push(...(await openPages(browser, studio.address, pages)));
  await mailsHaveLeft(mail);
  for (const arrived of mail.arrived)
    broken.recipients.push(...(await wrongInMail(arrived)).map((wrong) => `${wrong} (${arrived.messageId})`));
  const folders = [
    scratch,
    join(scratch, '..'),
    join(scratch, '../..'),
    process.cwd(),
    join(process.cwd(), 'dist'),
    join(process.cwd(), '..'),
  ];
  broken.files.push(...strayFiles(folders));
  broken.files.push(
    ...readdirSync(join(scratch, 'data'), { recursive: true })
      .map(String)
      .filter((name) => name.includes(alarm)),
  );
  return { read: found.pages.length, opened: opened.length };
}
