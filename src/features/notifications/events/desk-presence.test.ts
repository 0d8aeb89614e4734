import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openSession, type Member } from '#src/features/accounts/sessions/session.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { makePerson, testNow } from '#src/features/projects/test-project.fixture.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { createDeskHub } from './desk-hub.ts';
import { presenceChannel, presenceOf, presenceText } from './desk-presence.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const adaId = '01980000-0000-7000-8000-000000000001';

/** A desk with several processes on one database, whose clock is set by hand. */
async function openDesk(database: Database) {
  const clock = { at: testNow, now: () => clock.at };
  const startProcess = async () => {
    const hub = await createDeskHub({ database, clock, log, gatherMs: 5, graceMs: 5 });
    onTestFinished(() => hub.dispose());
    return hub;
  };
  const signIn = async (name: string) => {
    const member = await makePerson(database.db, 'team', name);
    await openSession(database.db, testNow, member, 'a browser');
    const [session] = await database.db.select().from(sessions).where(eq(sessions.personId, member.id));
    return { member, sessionId: session?.id ?? '' };
  };
  return { clock, startProcess, signIn };
}

type Process = Awaited<ReturnType<typeof createDeskHub>>;

/** Opens a page in a process; `until` waits until the page shows a sentence about the others. */
function openPage(
  hub: Process,
  { member, sessionId }: { readonly member: Member; readonly sessionId: string },
  query: string,
) {
  const shown = { text: '' };
  let wake = () => {};
  const write = (text: string) => {
    const [, data] = /^event: presence\ndata: (.*)$/m.exec(text) ?? [];
    if (data !== undefined) shown.text = (JSON.parse(data) as typeof shown).text;
    wake();
  };
  const presence = presenceOf(new URL(`https://studio.example/desk/events?${query}`), member);
  const outcome = hub.subscribe({ sessionId, presence, after: null, write, end: () => undefined });
  if (!outcome.ok) throw new Error(outcome.reason);
  const until = async (text: string) => {
    while (shown.text !== text) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { until, shown, close: outcome.unsubscribe };
}

describeOnEachDatabase('who else has a page of the desk open', (openDatabase) => {
  test('is told to each of them, across processes, until they close it', async () => {
    const database = await openDatabase();
    const { startProcess, signIn } = await openDesk(database);
    const [first, second] = [await startProcess(), await startProcess()];
    const [ada, ben] = [await signIn('Ada Brandt'), await signIn('Ben Ito')];
    const at = `at=lead:${randomUUID()}`;
    const ofAda = openPage(first, ada, at);
    const elsewhere = openPage(second, ben, `at=lead:${randomUUID()}`);
    const ofBen = openPage(second, ben, at);
    await Promise.all([
      ofAda.until('Also looking at this: Ben Ito.'),
      ofBen.until('Also looking at this: Ada Brandt.'),
    ]);
    ofBen.close();
    const answering = openPage(second, ben, `${at}&answering=yes`);
    await ofAda.until('Answering now: Ben Ito.');
    const third = openPage(first, await signIn('Cleo Adeyemi'), at);
    await third.until('Answering now: Ben Ito. Also looking at this: Ada Brandt.');
    answering.close();
    third.close();
    await ofAda.until('');
    expect(elsewhere.shown.text, 'another lead').toBe('');
  });

  test('is known to a process that starts later, and forgotten when one dies', async () => {
    const database = await openDatabase();
    const { clock, startProcess, signIn } = await openDesk(database);
    const [ada, ben] = [await signIn('Ada Brandt'), await signIn('Ben Ito')];
    const at = `at=chat:${randomUUID()}`;
    const first = await startProcess();
    openPage(first, ada, at);
    const later = await createDeskHub({ database, clock, log, heartbeatMs: 20 });
    onTestFinished(() => later.dispose());
    const ofBen = openPage(later, ben, at);
    await ofBen.until('Also looking at this: Ada Brandt.');
    // A process that ends repeats nothing.
    first.dispose();
    // What it told last may still arrive: time goes on.
    clock.now = () => (clock.at = new Date(clock.at.getTime() + minuteMs));
    await ofBen.until('');
  });

  test('is stored nowhere, and nothing is told twice in a second', async () => {
    const database = await openDatabase();
    const { startProcess, signIn } = await openDesk(database);
    const told: string[] = [];
    const subject = `project:${randomUUID()}`;
    const stop = await database.listen(presenceChannel, {
      // Processes of earlier tests may still tell of their pages.
      onPayload: (payload) => void (payload.includes(subject) && told.push(payload)),
      onGap: () => undefined,
    });
    onTestFinished(() => stop());
    const hub = await startProcess();
    const [ada, ben] = [await signIn('Ada Brandt'), await signIn('Ben Ito')];
    const at = `at=${subject}`;
    openPage(hub, ada, at);
    await openPage(hub, ben, at).until('Also looking at this: Ada Brandt.');
    await expect.poll(() => told.length).toBe(2);
    expect(told.map((payload) => Object.keys(JSON.parse(payload) as object).toSorted())).toEqual([
      ['from', 'subject', 'viewers'],
      ['from', 'subject', 'viewers'],
    ]);
  });
});

test('names a member once, and says nothing about themselves', () => {
  const viewer = { personId: adaId, name: 'Ada Brandt', isAnswering: false };
  expect(presenceText([viewer], adaId)).toBe('');
  expect(presenceText([viewer], randomUUID())).toBe('Also looking at this: Ada Brandt.');
});

test('a page that is about nothing known is not counted', () => {
  const of = (query: string) =>
    presenceOf(new URL(`https://studio.example/desk/events?${query}`), { id: adaId, name: 'Ada' });
  expect(of('')).toBeNull();
  for (const at of ['lead', 'lead:1', `file:${adaId}`, `lead:${adaId}x`, `lead:${adaId}\n`])
    expect(of(`at=${encodeURIComponent(at)}`), at).toBeNull();
  expect(of(`at=lead:${adaId}&answering=yes`)).toMatchObject({ viewer: { isAnswering: true } });
});
