import { deskOpenForMs, findTakesChats, listAvailableMembers } from '../conversations/availability.ts';
import { randomUUID } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/conversations.yaml';
import desk from '#content/desk.yaml';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { listLineTexts, stateOf } from '../conversations/conversation.fixture.ts';
import { longestLine } from '../conversations/post-line.ts';
import { findLead } from '#src/features/leads/lead-page/find-lead.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { chatActions } from './chat-actions.ts';
import { ChatScreen } from './chat-screen.tsx';
import { ChatQueue } from './chat-queue.tsx';
import { findHeaderChats, openDesk } from './desk-chats.fixture.ts';
import { findChat, findChatsOfLead, linesOfLead, listChats } from './find-chats.ts';
import { LeadChats } from './lead-chats.tsx';

const { desk: text, errors } = words;
const hostile = '<script>alert(1)</script> & "quotes"';

describeOnOneDatabase('the desk’s chats', (open) => {
  test('are joined, answered, returned and ended by forms', async () => {
    const { db } = await open();
    const { ada, begin, press, write } = await openDesk(db);
    const { id } = await begin();
    await write(id, 'Hello?');
    const line = { messageId: randomUUID(), content: 'Hello.' };
    const next = `/desk/chats/${id}#message-${id}`;
    expect(await press(ada, 'take', id, { from: '' }), 'the box has the focus').toEqual({ ok: true, next });
    for (const attempt of [1, 2])
      expect(await press(ada, 'say', id, line), `attempt ${attempt}`).toEqual({ ok: true });
    expect(await press(ada, 'hand-back', id)).toEqual({ ok: true });
    expect(await press(ada, 'end', id)).toEqual({ ok: true });
    const said = ['1 visitor Hello?', '2 team taken', '3 team Hello.', '4 team handed-back', '5 team ended'];
    expect(await listLineTexts(db, id)).toEqual(said);
    expect(await press(ada, 'take', id)).toMatchObject({ status: 409, error: text.errors.over });
  });

  test('are taken by sending the first answer', async () => {
    const { db } = await open();
    const { ada, begin, press, write } = await openDesk(db);
    const { id } = await begin();
    await write(id, 'Hello?');
    const line = { messageId: randomUUID(), content: 'Hello.', seen: '1' };
    for (const attempt of [1, 2])
      expect(await press(ada, 'say', id, line), `attempt ${attempt}`).toEqual({ ok: true });
    expect(await listLineTexts(db, id)).toEqual(['1 visitor Hello?', '2 team taken', '3 team Hello.']);
    expect(await findHeaderChats(db, ada.id)).toMatchObject({ waiting: 0 });
  });

  test('ask before an answer to a visitor whom a colleague answers', async () => {
    const { db } = await open();
    const { ada, begin, press, write } = await openDesk(db);
    const ben = await makePerson(db, 'team', 'Ben Ito');
    const { id } = await begin();
    await write(id, 'Hello?');
    await press(ada, 'say', id, { messageId: randomUUID(), content: 'Hello, this is Ada.', seen: '1' });
    const line = { messageId: randomUUID(), content: 'Hello, this is Ben.', seen: '1' };
    const asked = await press(ben, 'say', id, line);
    const texts = [expect.stringMatching(/^Ada Brandt, .*: Hello, this is Ada\.$/) as string];
    expect(asked).toMatchObject({ status: 409, error: 'Ada Brandt has this chat', ask: { texts } });
    expect(asked).toMatchObject({ ask: { no: { href: `#message-${id}` } } });
    expect(await listLineTexts(db, id), 'nothing was sent').toHaveLength(3);
    expect(await press(ben, 'say', id, { ...line, sure: 'yes' })).toEqual({ ok: true });
    expect((await listLineTexts(db, id)).slice(3)).toEqual(['4 team taken', '5 team Hello, this is Ben.']);
  });

  test('tell the second member that a colleague joined first', async () => {
    const { db } = await open();
    const { ada, begin, press } = await openDesk(db);
    const { id } = await begin();
    const ben = await makePerson(db, 'team', 'Ben Ito');
    await press(ada, 'take', id, { from: '' });
    expect(await press(ben, 'take', id, { from: '' })).toMatchObject({ error: text.errors.taken });
    const line = { messageId: randomUUID(), content: 'Hello.' };
    expect(await press(ben, 'say', id, line)).toMatchObject({
      status: 409,
      error: 'Ada Brandt has this chat',
    });
    expect(await press(ben, 'take', id, { from: ada.id })).toMatchObject({ ok: true });
    expect(await press(ada, 'say', id, line)).toMatchObject({ status: 409, error: 'Ben Ito has this chat' });
    expect(await press(ada, 'hand-back', id)).toMatchObject({ status: 409, error: text.errors.taken });
    expect(await press(ben, 'say', id, line)).toEqual({ ok: true });
  });

  test('cannot be joined after a return until their visitor requests a person again', async () => {
    const { db } = await open();
    const { ada, clock, begin, press, write } = await openDesk(db);
    const { id } = await begin();
    await press(ada, 'take', id, { from: '' });
    await press(ada, 'hand-back', id);
    const { handedBack } = text.errors;
    expect(await press(ada, 'take', id, { from: '' })).toMatchObject({ status: 409, error: handedBack });
    const unasked = await press(ada, 'say', id, { messageId: randomUUID(), content: 'One more thing.' });
    expect(unasked).toMatchObject({ status: 409, errors: [{ field: 'content', message: handedBack }] });
    const show = async () => {
      const chat = await findChat(db, id);
      if (!chat) throw new Error('not found');
      const shown = { personId: ada.id, entryId: id, now: clock.now(), refused: null };
      return renderToStaticMarkup(<ChatScreen chat={chat} {...shown} />);
    };
    expect(await show()).not.toContain('?do=take"');
    await write(id, 'Are you still there?');
    expect(await show()).toContain('?do=take"');
    expect(await press(ada, 'take', id, { from: '' })).toMatchObject({ ok: true });
  });

  test('show invalid input next to its field, and refuse unknown conversations', async () => {
    const { db } = await open();
    const { ada, begin, press } = await openDesk(db);
    const { id } = await begin();
    await press(ada, 'take', id, { from: '' });
    const blank = { status: 422, errors: [{ field: 'content', message: errors.blank }] };
    expect(await press(ada, 'say', id, { messageId: randomUUID(), content: ' ' })).toMatchObject(blank);
    const long = { messageId: randomUUID(), content: 'x'.repeat(longestLine + 1) };
    expect(await press(ada, 'say', id, long)).toMatchObject({ status: 422, errors: [{ field: 'content' }] });
    const kept = await press(ada, 'make-lead', id, { name: 'Runa', email: 'runa' });
    expect(kept).toMatchObject({ status: 422, errors: [{ field: 'email', message: errors.email }] });
    for (const action of Object.keys(chatActions)) {
      const fields = { ...long, content: 'x', name: 'Runa', email: 'runa@studio.example' };
      for (const unknown of [randomUUID(), "x'--"])
        expect(await press(ada, action, unknown, fields), action).toMatchObject({ status: 404 });
    }
  });

  test('convert to leads, and end for a blocked network', async () => {
    const { db } = await open();
    const { ada, begin, press } = await openDesk(db);
    const [kept, blocked] = [await begin(), await begin()];
    const made = await press(ada, 'make-lead', kept.id, { name: 'Runa', email: 'runa@studio.example' });
    expect(made, 'the chat stays open').toEqual({ ok: true });
    expect((await findChat(db, kept.id))?.conversation).toMatchObject({ name: 'Runa', state: 'waiting' });
    expect(await press(ada, 'block', blocked.id)).toEqual({ ok: true, next: '/desk/chats' });
    expect(await stateOf(db, blocked.id)).toBe('ended');
  });

  test('are listed with the waiting ones first, and show typed text as text', async () => {
    const { db } = await open();
    const { ada, clock, wait, begin, press, write } = await openDesk(db);
    const ended = await begin();
    await press(ada, 'end', ended.id);
    const live = await begin();
    await press(ada, 'take', live.id, { from: '' });
    const first = await begin();
    await write(first.id, 'Hello?');
    await wait(1000);
    const second = await begin();
    await write(second.id, hostile);
    const chats = await listChats(db);
    expect(chats.map(({ id }) => id)).toEqual([first.id, second.id, live.id, ended.id]);
    const shown = { personId: ada.id, now: clock.now(), refused: null };
    const there = await listAvailableMembers(db, clock.now());
    expect(there).toEqual([{ id: ada.id, name: ada.name }]);
    const queue = { chats, there, takesChats: true, personId: ada.id, now: clock.now() };
    const list = renderToStaticMarkup(<ChatQueue {...queue} selectedId={null} />);
    const chat = await findChat(db, second.id);
    if (!chat) throw new Error('not found');
    const one = renderToStaticMarkup(<ChatScreen chat={chat} entryId={randomUUID()} {...shown} />);
    for (const page of [list, one]) {
      expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;');
      expect(page).not.toContain('<script>');
    }
    expect(list).toContain(text.mine);
    expect(list).toContain('Answering now: Ada Brandt.');
    expect(list).toMatch(/role="switch" aria-checked="true"[^>]*>Answering/);
    const away = renderToStaticMarkup(
      <ChatQueue {...queue} takesChats={false} there={[]} selectedId={second.id} />,
    );
    expect(away).toMatch(/role="switch" aria-checked="false"[^>]*>Away/);
    expect(away).toContain(text.nobodyThere);
    expect(away, 'next to an open chat').not.toContain('?do=take"');
    expect(list).toContain(text.moment);
    expect(one).toContain('?do=take"');
    expect(one).not.toContain('?do=hand-back"');
    expect(await findChat(db, 'x')).toBeNull();
  });

  test('appear on their lead’s page, with their events in its history', async () => {
    const { db } = await open();
    const { ada, clock, begin, press, write } = await openDesk(db);
    const { id } = await begin();
    await write(id, hostile);
    await press(ada, 'take', id, { from: '' });
    await press(ada, 'make-lead', id, { name: hostile, email: 'runa@studio.example' });
    const leadId = (await findChat(db, id))?.conversation.leadId ?? '';
    await press(ada, 'hand-back', id);
    await press(ada, 'end', id);
    const lead = await findLead(db, leadId);
    expect(lead?.activity.map(({ kind }) => kind).toSorted()).toEqual([
      'chat-ended',
      'chat-handed-back',
      'chat-kept',
      'chat-taken',
    ]);
    for (const { kind } of lead?.activity ?? []) expect(desk.activity.kinds).toHaveProperty(kind);
    const { chats, header } = await findChatsOfLead(db, leadId, ada.id);
    expect(header).toEqual(await findHeaderChats(db, ada.id));
    expect(chats.map(({ lines }) => lines.length)).toEqual([4]);
    const looks = { personId: ada.id, now: clock.now() };
    const [chat] = chats;
    if (!chat) throw new Error('not found');
    for (const page of [
      <LeadChats key="lead" chats={chats} {...looks} />,
      <ChatScreen key="one" chat={chat} entryId={id} refused={null} {...looks} />,
      <ChatQueue
        key="all"
        {...{ chats: await listChats(db), there: [], takesChats: false, selectedId: null }}
        {...looks}
      />,
    ]) {
      const html = renderToStaticMarkup(page);
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;');
      expect(html).not.toContain('<script>');
    }
    expect(await findChatsOfLead(db, randomUUID(), ada.id)).toEqual({ chats: [], header });
  });

  test('show only the latest lines on a lead’s page, and how many came before', async () => {
    const { db } = await open();
    const { ada, clock, begin, press } = await openDesk(db);
    const { id } = await begin();
    await press(ada, 'take', id, { from: '' });
    await press(ada, 'make-lead', id, { name: 'Runa', email: 'runa@studio.example' });
    for (let count = 0; count < linesOfLead; count++)
      await press(ada, 'say', id, { messageId: randomUUID(), content: `Line ${count}.` });
    const chat = await findChat(db, id);
    const { chats } = await findChatsOfLead(db, chat?.conversation.leadId ?? '', ada.id);
    expect(chats[0]?.lines.map(({ seq }) => seq)).toEqual(
      Array.from({ length: linesOfLead }, (_, at) => at + 2),
    );
    const page = renderToStaticMarkup(<LeadChats chats={chats} personId={ada.id} now={clock.now()} />);
    expect(page).toContain('Earlier messages in the chat: 1.');
  });

  test('return to the queue when a visitor writes to a member who has closed the desk', async () => {
    const { db } = await open();
    const { ada, clock, wait, begin, press, write } = await openDesk(db);
    const { id } = await begin();
    await press(ada, 'take', id, { from: '' });
    await write(id, 'Are you there?');
    expect(await findHeaderChats(db, ada.id)).toMatchObject({ waiting: 0 });
    await wait(1000);
    const closedAt = new Date(clock.now().getTime() - deskOpenForMs);
    await db.update(sessions).set({ deskOpenAt: closedAt });
    await write(id, 'Hello?');
    await write(id, 'Nobody?');
    expect(await findHeaderChats(db, ada.id)).toMatchObject({ waiting: 1 });
    expect(await listChats(db)).toMatchObject([{ id, state: 'live', waitingSince: clock.now() }]);
    await press(ada, 'say', id, { messageId: randomUUID(), content: 'I am back.' });
    expect(await findHeaderChats(db, ada.id)).toMatchObject({ waiting: 0 });
  });

  test('are counted in the header of every page', async () => {
    const { db } = await open();
    const { ada, begin, press, write } = await openDesk(db);
    const ben = await makePerson(db, 'team', 'Ben Ito');
    const [{ id }, other] = [await begin(), await begin()];
    await Promise.all([id, other.id].map((each) => write(each, 'Hello?')));
    expect(await findHeaderChats(db, ben.id)).toEqual({ waiting: 2, takesChats: false });
    await press(ada, 'take', id, { from: '' });
    expect(await findHeaderChats(db, ada.id)).toEqual({ waiting: 1, takesChats: true });
  });

  test('are available to members who switch them on', async () => {
    const { db } = await open();
    const { ada, press } = await openDesk(db);
    expect(await press(ada, 'take-chats', '', {})).toMatchObject({ status: 400 });
    await press(ada, 'take-chats', '', { takes: 'no' });
    expect(await findTakesChats(db, ada.id)).toBe(false);
    await press(ada, 'take-chats', '', { takes: 'yes' });
    expect(await findTakesChats(db, ada.id)).toBe(true);
  });
});
