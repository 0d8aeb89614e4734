import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import notices from '#content/notices.yaml';
import { people } from '#src/features/accounts/people/person.table.ts';
import { submissions } from '#src/features/leads/lead.table.ts';
import { queueSubmissionMails } from '#src/features/leads/emails/submission-mails.ts';
import { submissionOf, submitLead, rulesOf } from '#src/features/leads/submissions/submission.fixture.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { changeKinds } from '../kinds/change-kinds.ts';
import { announce } from '../announce.ts';
import { emailItems } from './email-item.table.ts';
import {
  memberMailKindOf,
  memberMailKinds,
  saveMemberKinds,
  saveMemberProject,
  usualTiming,
  type MemberMailKind,
} from './member-emails.ts';
import { at, openTestOutbox } from './test-outbox.fixture.ts';

type Timings = Partial<Record<MemberMailKind, 'at-once' | 'daily' | 'none'>>;

/** Opens an outbox with a member who has chosen; `toMember` lists the emails that they have got. */
async function openFor(db: Db, chosen: Timings, email?: string) {
  const outbox = await openTestOutbox({ db });
  const member = await makePerson(db, 'team', 'Tomas Reyl');
  if (email !== undefined) await db.update(people).set({ email }).where(eq(people.id, member.id));
  const choose = (timings: Timings) =>
    saveMemberKinds(
      db,
      member.id,
      Object.fromEntries(
        memberMailKinds.map((kind) => [kind, timings[kind] ?? usualTiming(kind)]),
      ) as Required<Timings>,
    );
  await choose(chosen);
  const toMember = () =>
    outbox.studio.sent.filter(
      ({ to, messageId }) => to === (email ?? member.email) && messageId.includes('.member'),
    );
  const say = async (content: string) => {
    const id = uuidv7();
    const by = { authorName: 'Runa Vestergaard', sender: 'client' as const, sentAt: outbox.studio.now };
    await db.insert(messages).values({ id, projectId: outbox.projectId, content, ...by });
    await outbox.byClient('message-sent', { subjectId: id });
    return id;
  };
  return { ...outbox, member, choose, toMember, say };
}

test('every change that the team is emailed about can be chosen by members', () => {
  const mailed = Object.entries(changeKinds).flatMap(([kind, { teamMail }]) => (teamMail ? [kind] : []));
  expect(mailed.filter((kind) => memberMailKindOf(kind) === null)).toEqual([]);
});

describeOnOneDatabase('a team member', (open) => {
  test('gets nothing but mentions as delivered, and the inbox gets everything whatever they choose', async () => {
    const { db } = await open();
    const { studio, member, toMember, byClient, byTeam, choose, runAt } = await openFor(db, {});
    await byClient('file-approved', { details: { file: 'mix.wav' } });
    await byTeam('comment-added', { members: [member.id], details: { file: 'mix.wav' } });
    await runAt(11);
    expect(toMember().map(({ subject }) => subject)).toEqual([
      'You were mentioned in a comment: Tidewater, reel 3',
    ]);
    await choose({ mentions: 'none', decisions: 'at-once' });
    await byTeam('comment-added', { members: [member.id], details: { file: 'mix.wav' } });
    await byClient('changes-requested', { details: { file: 'mix.wav' } });
    await runAt(30);
    expect(toMember().at(-1)?.subject).toBe('Runa Vestergaard requested changes to mix.wav');
    expect(toMember()).toHaveLength(2);
    const toInbox = studio.sent.filter(({ to }) => to === 'team@studio.example');
    expect(toInbox.map(({ subject }) => subject)).toEqual([
      'Runa Vestergaard approved mix.wav',
      'Runa Vestergaard requested changes to mix.wav',
    ]);
  });

  test('gets the texts at once for the kinds chosen, and nothing that was answered in the meantime', async () => {
    const { db } = await open();
    const { projectId, toMember, say, runAt } = await openFor(db, { messages: 'at-once' });
    await say('When is it due?');
    await runAt(10);
    expect(toMember()[0]?.text).toContain('> When is it due?');
    expect(toMember()[0]?.text).toContain(`/desk/messages?project=${projectId}#message-${projectId}`);
    expect(toMember()[0]?.text).toContain(notices.member.reason);
    await say('Answered soon.');
    const answer = { authorName: 'Ada Brandt', sender: 'team' as const, content: 'Friday', sentAt: at(12) };
    await db.insert(messages).values({ id: uuidv7(), projectId, ...answer });
    await runAt(30);
    expect(toMember()).toHaveLength(1);
  });

  test('chooses for one project in place of the kinds', async () => {
    const { db } = await open();
    const { member, projectId, toMember, say, byClient, runAt } = await openFor(db, { messages: 'at-once' });
    const key = { personId: member.id, projectId };
    await saveMemberProject(db, key, 'none');
    await say('Not to Tomas.');
    await runAt(20);
    expect(toMember()).toEqual([]);
    await saveMemberProject(db, key, 'at-once');
    await byClient('file-approved', { details: { file: 'mix.wav' } });
    await runAt(21);
    expect(toMember().map(({ subject }) => subject)).toEqual(['Runa Vestergaard approved mix.wav']);
    await saveMemberProject(db, key, null);
    await say('To Tomas.');
    await runAt(40);
    expect(toMember()).toHaveLength(2);
  });

  test('gets one daily email about all clients and leads at eight, without what they no longer want', async () => {
    const { db } = await open();
    const daily = { messages: 'daily', leads: 'daily', decisions: 'daily' } as const;
    const { jobs, toMember, say, byClient, choose, runAt, studio } = await openFor(db, daily);
    await say('Morning.');
    await byClient('file-approved', { details: { file: 'mix.wav' } });
    const other = await makePerson(db, 'client', 'Osric Vane');
    const general = { project: 'General', conversation: 'General', clientId: other.clientId };
    await db.transaction((tx) =>
      announce(tx, { clock: { now: () => studio.now }, jobs }, other, {
        kind: 'message-sent',
        clientId: other.clientId,
        projectId: null,
        subjectId: uuidv7(),
        details: general,
      }),
    );
    const submission = submissionOf({ name: 'Vera Lind', email: 'vera@film.example' });
    await submitLead(db, submission, rulesOf());
    const rateLimiter = { hitEach: async () => [] };
    await db.transaction((tx) =>
      queueSubmissionMails(
        tx,
        { jobs, now: studio.now, rateLimiter },
        { ids: [submission.id], deliveries: ['team-mail'] },
      ),
    );
    await choose({ ...daily, decisions: 'none' });
    await runAt(22 * 60);
    expect(toMember()).toEqual([]);
    await runAt(23 * 60);
    expect(toMember().map(({ subject }) => subject)).toEqual([notices.member.subjects.daily]);
    const { text = '' } = toMember()[0] ?? {};
    expect(text).toContain(
      'Runa Vestergaard: Tidewater, reel 3\nRuna Vestergaard sent a message.\n> Morning.',
    );
    expect(text).toContain('Osric Vane: General');
    expect(text).toContain(`/desk/messages?client=${other.clientId}#message-general`);
    expect(text).toContain('Vera Lind sent a form on the site');
    const [lead] = await db.select().from(submissions);
    expect(text).toContain(`/desk/leads/${lead?.leadId}`);
    expect(text).not.toContain('approved');
    await runAt(48 * 60);
    expect(toMember()).toHaveLength(1);
  });

  test('gets no payments without the permission, and nothing twice at the address of the inbox', async () => {
    const { db } = await open();
    const { member, toMember, byClient, runAt } = await openFor(db, { payments: 'at-once' });
    const mayPay = (canSeeMoney: boolean) =>
      db.update(people).set({ canSeeMoney }).where(eq(people.id, member.id));
    await mayPay(false);
    await byClient('invoice-reported', { details: { invoice: 'INV-1042' } });
    await runAt(1);
    expect(toMember()).toEqual([]);
    await mayPay(true);
    await byClient('invoice-reported', { details: { invoice: 'INV-1043' } });
    await mayPay(false);
    await runAt(2);
    expect(toMember()).toEqual([]);
    const shared = await openFor(db, { decisions: 'at-once' }, 'Team@studio.example');
    await shared.byClient('file-approved', { details: { file: 'mix.wav' } });
    await shared.runAt(3);
    expect(shared.studio.sent.map(({ to }) => to)).toEqual(['team@studio.example']);
  });

  test('who is disabled gets nothing, and the erasure of a client takes its items from the daily email', async () => {
    const { db } = await open();
    const { member, client, toMember, say, runAt } = await openFor(db, { messages: 'daily' });
    await say('Gone tomorrow.');
    await db.delete(emailItems).where(eq(emailItems.clientId, client.clientId));
    await runAt(23 * 60);
    expect(toMember()).toEqual([]);
    await say('To nobody.');
    await db
      .update(people)
      .set({ disabledAt: at(0) })
      .where(eq(people.id, member.id));
    await runAt(47 * 60);
    expect(toMember()).toEqual([]);
  });
});
