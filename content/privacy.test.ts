import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import accounts from '#content/accounts.yaml';
import assistant from '#content/assistant.yaml';
import { browserCookieOf } from '#src/features/accounts/sessions/known-browsers.ts';
import { sessionCookiesOf } from '#src/features/accounts/sessions/session-cookie.ts';
import { sessionLives } from '#src/features/accounts/sessions/session.ts';
import { signInCookieOf } from '#src/features/accounts/sign-in/sign-in-actions.ts';
import { codeKeptMs } from '#src/features/accounts/sign-in/sign-in-codes.ts';
import { blockedDays, conversationDays } from '#src/features/chat/conversations/prune-conversations.ts';
import { securityLogDays } from '#src/features/accounts/security-log/security-log.ts';
import { chatKey, storedForMs, teamKey } from '#src/features/chat/assistant/chat-storage.ts';
import { createBrowserToken } from '#src/features/sharing/guests/enter-link.ts';
import { visitDays } from '#src/features/sharing/links/open-link.ts';
import { visitorCookiesOf } from '#src/features/leads/submissions/visitor.ts';
import { eventKeptMs } from '#src/features/notifications/events/client-events.ts';
import { mailKeptMs } from '#src/features/notifications/outbox/outbox.ts';
import { soundCookieOf } from '#src/features/review/player/sound-quality.ts';
import { uploadLifeMs } from '#src/features/files/uploads/upload-place.ts';

// What the privacy page says of cookies, storage and times is what the code does.

const page = readFileSync('content/pages/privacy.mdx', 'utf8');
const security = readFileSync('docs/security.md', 'utf8');

/** The first cell of a table's row, without what follows a prefix, and the row. */
const rowsOf = (text: string) =>
  new Map(
    [...text.matchAll(/^\| `((?:antinode|tus)[^`…]*)….*$|^\| `((?:antinode|tus)[^`]*)`.*$/gm)].map(
      ([row, prefix, name]) => [prefix ?? name ?? '', row],
    ),
  );
const rows = rowsOf(page);

const sources = globSync('src/**/*.{ts,tsx}').filter((path) => !/\.(test|fixture)\./.test(path));

/** Every name that the code gives to something in a browser, and the source that does. */
const names = new Map(
  sources.flatMap((path) => {
    const source = readFileSync(path, 'utf8');
    const found = source.matchAll(
      /['`](?:__Host-)?(antinode_(?!template)[a-z_]+|antinode:(?!sent)[a-z-]+:?|tus::antinode)/g,
    );
    return [...found].map(([, name = '']): [string, string] => [name, source]);
  }),
);

const unitsS = { minutes: 60, hours: 3600, days: 86_400 };

/** Says that a row names how long its cookie is kept. */
function expectKept(cookie: string | undefined, unit: keyof typeof unitsS): void {
  const [, name = '', seconds = ''] = /^(\w+)=.*Max-Age=(\d+)/.exec(cookie ?? '') ?? [];
  expect(rows.get(name), name).toMatch(new RegExp(`\\b${Number(seconds) / unitsS[unit]} ${unit}\\b`));
}

describe('the privacy page', () => {
  test('names every cookie and everything that is stored in a browser, and nothing else', () => {
    expect([...rows.keys()].toSorted()).toEqual([...names.keys()].toSorted());
    expect([...rowsOf(security).keys()].toSorted(), 'docs/security.md').toEqual([...rows.keys()].toSorted());
  });

  test('says of each whether it is a cookie or browser storage, and which cookie scripts can read', () => {
    for (const [name, row] of rows) {
      const source = names.get(name) ?? '';
      if (name.startsWith('antinode_')) expect(row).toContain('| Cookie');
      else expect(row, name).toContain(source.includes('localStorage') ? 'Local storage' : 'Session storage');
    }
    const readable = [...rows].filter(([name]) => !name.includes(':'));
    expect(
      readable.flatMap(([name, row]) => (row.includes('not readable by scripts') ? [] : [name])),
    ).toEqual(['antinode_known']);
  });

  test('says how long each cookie is kept', () => {
    for (const cookie of visitorCookiesOf('id', 'secret', false)) expectKept(cookie, 'days');
    expectKept(browserCookieOf('token', false), 'days');
    expectKept(soundCookieOf('light', false), 'days');
    expectKept(createBrowserToken('/listen/token', false).cookie, 'days');
    expectKept(signInCookieOf({ email: 'ada@studio.example', next: null }, false), 'minutes');
    const [client, team] = [sessionLives.client, sessionLives.team];
    for (const cookie of sessionCookiesOf('token', client.longestMs / 1000, false))
      expectKept(cookie, 'days');
    expectKept(sessionCookiesOf('token', team.longestMs / 1000, false)[0], 'hours');
    const row = rows.get('antinode_session');
    expect(row).toContain(`${client.idleMs / 86_400_000} days without a visit`);
    expect(row).toContain(`${team.idleMs / 60_000} minutes without a visit`);
  });

  test('and “Your account” say the same of sessions', () => {
    const { client, team } = accounts.account.sessions.lives;
    expect(client).toEqual({
      idle: `${sessionLives.client.idleMs / 86_400_000} days`,
      longest: `${sessionLives.client.longestMs / 86_400_000} days`,
    });
    expect(team).toEqual({
      idle: `${sessionLives.team.idleMs / 60_000} minutes`,
      longest: `${sessionLives.team.longestMs / 3600_000} hours`,
    });
  });

  test('says how long the server keeps what it forgets by itself', () => {
    const daysOf = (ms: number) => `${ms / 86_400_000} days`;
    expect(page).toContain(`we keep for ${securityLogDays} days when your address was used to sign in`);
    expect(page).toContain(`until ${daysOf(codeKeptMs)} after they expire`);
    expect(page).toContain(`Records of emails about your projects are deleted after ${daysOf(mailKeptMs)}`);
    expect(page).toContain(`to show a change at once is deleted after ${daysOf(eventKeptMs)}`);
    expect(page).toContain(`It is deleted ${visitDays} days after your last visit`);
    expect(page).toContain(`It is deleted ${conversationDays} days after the last message`);
    expect(page).toContain(`is blocked from it for ${blockedDays} days`);
    for (const explain of [assistant.person.explain, assistant.person.explainAsked])
      expect(explain, 'as the chat says').toContain(`deleted after ${conversationDays} days`);
    for (const key of [chatKey, teamKey])
      expect(rows.get(key)).toContain(`Deleted ${storedForMs / 3_600_000} hours after`);
    expect(daysOf(uploadLifeMs), 'an upload is “deleted a day after”').toBe('1 days');
  });
});
