import { randomUUID } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/conversations.yaml';
import { timeBoxOf } from '#src/features/calls/calendar/offered-times.tsx';
import { calls } from '#src/features/calls/call.table.ts';
import { makeHosts } from '#src/features/calls/times/calls.fixture.ts';
import { leadReplies } from '#src/features/leads/lead.table.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { listLineTexts } from '../conversations/conversation.fixture.ts';
import { openDesk } from './desk-chats.fixture.ts';
import { findChat } from './find-chats.ts';
import { findVisitor, typedEmailOf } from './find-visitor.ts';
import { VisitorPane } from './visitor-pane.tsx';

const { about, errors } = words.desk;

async function chatOf(db: Db, id: string) {
  const chat = await findChat(db, id);
  if (!chat) throw new Error('not found');
  return chat;
}

test('finds the latest address that the visitor typed', () => {
  const said = (content: string, sender: 'visitor' | 'team' = 'visitor') => ({ content, sender });
  expect(typedEmailOf([said('Hello, 2 @ 3.')])).toBeNull();
  expect(typedEmailOf([said('Write to me: runa@studio.example.')])).toBe('runa@studio.example');
  expect(
    typedEmailOf([said('(a@b.example)'), said('or c@d.example!'), said('Ada <e@f.example>', 'team')]),
  ).toBe('c@d.example');
  expect(typedEmailOf([said('a@'.repeat(1000))])).toBeNull();
});

describeOnOneDatabase('the pane of a visitor', (open) => {
  test('shows the lead, the client and the earlier chats of a typed address, and fills in the form of a lead', async () => {
    const { db } = await open();
    const { ada, clock, begin, press, write } = await openDesk(db);
    const first = await begin();
    await write(first.id, 'Do you mix podcasts?');
    await press(ada, 'make-lead', first.id, { name: 'Runa Holm', email: 'Runa@studio.example' });
    const client = await makePerson(db, 'client', 'Halfmoon Pictures');
    const second = await begin();
    const visitorOf = async () => findVisitor(db, await chatOf(db, second.id));
    await write(second.id, 'Hello again.');
    expect(await visitorOf()).toEqual({ typedEmail: null, lead: null, client: null, past: [] });
    await write(second.id, 'I am runa@STUDIO.example');
    const known = await visitorOf();
    expect(known).toMatchObject({
      typedEmail: 'runa@STUDIO.example',
      lead: { name: 'Runa Holm' },
      client: null,
      past: [{ id: first.id, first: 'Do you mix podcasts?' }],
    });
    const { conversation } = await chatOf(db, second.id);
    const shown = renderToStaticMarkup(
      <VisitorPane {...{ conversation, visitor: known, now: clock.now(), refusedForm: null }}>
        {null}
      </VisitorPane>,
    );
    expect(shown).toContain('value="Runa Holm"');
    expect(shown).toContain('value="runa@STUDIO.example"');
    expect(shown).toContain(`href="/desk/chats/${first.id}"`);
    const [person] = await db.select().from(people).where(eq(people.id, client.id));
    await write(second.id, `Or ${person?.email}`);
    expect(await visitorOf()).toMatchObject({ lead: null, client: { id: client.clientId } });
  });

  test('answers by email a visitor who typed their address and has left', async () => {
    const { db } = await open();
    const { ada, begin, press, write, clock } = await openDesk(db);
    const { id } = await begin();
    await write(id, 'Write to runa@studio.example, I have to go.');
    await press(ada, 'say', id, { messageId: randomUUID(), content: 'I will.' });
    const address = { name: 'Runa', email: 'runa@studio.example' };
    await press(ada, 'make-lead', id, address);
    expect(await db.$count(leadReplies), 'only in the chat so far').toBe(0);
    const pane = async () => {
      const chat = await chatOf(db, id);
      const visitor = await findVisitor(db, chat);
      const shown = { conversation: chat.conversation, visitor, now: clock.now(), refusedForm: null };
      return renderToStaticMarkup(<VisitorPane {...shown}>{null}</VisitorPane>);
    };
    expect(await pane()).toContain(`>${words.desk.byEmail}<`);
    for (const attempt of [1, 2])
      expect(await press(ada, 'make-lead', id, { ...address, byEmail: 'yes' }), `${attempt}`).toEqual({
        ok: true,
      });
    expect(await press(ada, 'say', id, { messageId: randomUUID(), content: 'Nine by Friday.' })).toEqual({
      ok: true,
    });
    expect(await db.select().from(leadReplies)).toMatchObject([{ content: 'Nine by Friday.' }]);
    const events = (await listLineTexts(db, id)).slice(3);
    expect(events).toEqual(['4 visitor mailed', '5 team Nine by Friday.']);
    expect(await pane()).not.toContain(`>${words.desk.byEmail}<`);
  });

  test('offers times for a call once there is a lead, and lists them in the chat', async () => {
    const { db } = await open();
    const { ada, clock, begin, press, write } = await openDesk(db);
    await makeHosts(db, clock.now(), 1);
    // A Monday, 10:00 in Berlin.
    const form = { entry: randomUUID(), kind: '', [timeBoxOf(Date.parse('2026-11-23T09:00:00Z'))]: 'yes' };
    const { id } = await begin();
    await write(id, 'Could we talk?');
    await press(ada, 'say', id, { messageId: randomUUID(), content: 'Of course.' });
    expect(await press(ada, 'offer', id, form)).toMatchObject({ status: 409, error: errors.noLead });
    await press(ada, 'make-lead', id, { name: 'Runa', email: 'runa@studio.example' });
    for (const attempt of [1, 2])
      expect(await press(ada, 'offer', id, form), `attempt ${attempt}`).toEqual({ ok: true });
    expect(await db.select().from(calls)).toMatchObject([{ state: 'offered', offerId: form.entry }]);
    const lines = await listLineTexts(db, id);
    expect(lines).toHaveLength(4);
    expect(lines[3]).toMatch(
      /^4 team I've emailed you times for a call: Monday, 23 November 2026, \d\d:00 \(/,
    );
    expect(about.offered).toContain('{times}');
  });
});
