import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/conversations.yaml';
import type { Member } from '#src/features/accounts/sessions/session.ts';
import { conversations } from '../conversation.table.ts';
import { confirmWriter, mailTokenOf } from '../conversations/find-conversation.ts';
import { findMailsLeft, mostUnconfirmed } from '../conversations/post-line.ts';
import { leaveAddress } from '../conversations/convert-to-lead.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { ChatScreen } from './chat-screen.tsx';
import { ChatQueue } from './chat-queue.tsx';
import { ChatsMargin } from './chats-screen.tsx';
import { openDesk } from './desk-chats.fixture.ts';
import { findChat, listChats, markSeen, listBlocked } from './find-chats.ts';
import { findVisitor } from './find-visitor.ts';
import { VisitorPane } from './visitor-pane.tsx';

const { desk: text } = words;

/** A team member opens the page of a chat. */
async function look(db: Db, member: Member, id: string): Promise<void> {
  const chat = await findChat(db, id);
  if (!chat) throw new Error('not found');
  await markSeen(db, chat.conversation, member.id);
}

describeOnOneDatabase('what is marked as new among the chats', (open) => {
  test('is a chat, or a visitor’s line, until a member has seen it', async () => {
    const { db } = await open();
    const { ada, clock, begin, press, write } = await openDesk(db);
    const { id } = await begin();
    await write(id, 'Is anybody there?');
    const isNew = async () => (await listChats(db))[0]?.isNew;
    const listed = async () =>
      renderToStaticMarkup(
        <ChatQueue
          {...{ chats: await listChats(db), there: [], personId: ada.id, selectedId: null, now: clock.now() }}
          takesChats
        />,
      );
    expect(await isNew()).toBe(true);
    expect(await listed()).toContain(`>${text.fresh}</b>`);
    await look(db, ada, id);
    expect(await isNew()).toBe(false);
    expect(await listed()).not.toContain(`>${text.fresh}</b>`);
    await write(id, 'Hello?');
    expect(await isNew()).toBe(true);
    await press(ada, 'take', id, { from: '' });
    await look(db, ada, id);
    await press(ada, 'say', id, { messageId: randomUUID(), content: 'Hello.' });
    expect(await isNew(), 'what the team writes is not news to it').toBe(false);
  });

  test('stays marked after a colleague views it, if another member has joined the chat', async () => {
    const { db } = await open();
    const { ada, begin, press, write } = await openDesk(db);
    const ben = await makePerson(db, 'team', 'Ben Ito');
    const { id } = await begin();
    await press(ada, 'take', id, { from: '' });
    await write(id, 'Hello?');
    const isNew = async () => (await listChats(db))[0]?.isNew;
    await look(db, ben, id);
    expect(await isNew()).toBe(true);
    await look(db, ada, id);
    expect(await isNew()).toBe(false);
    const before = await findChat(db, id);
    await write(id, 'One more thing.');
    if (before) await markSeen(db, before.conversation, ada.id);
    expect(await isNew(), 'what came while the page was made').toBe(true);
  });
});

describeOnOneDatabase('the desk', (open) => {
  test('shows whether an address is confirmed, and when no more emails are sent to it', async () => {
    const { db } = await open();
    const { parts, ada, clock, begin, press } = await openDesk(db);
    const { id } = await begin();
    const address = { name: 'Runa', email: 'runa@studio.example', network: 'a network' };
    await leaveAddress(db, parts, { conversationId: id, ...address });
    const show = async () => {
      const chat = await findChat(db, id);
      if (!chat) throw new Error('not found');
      const mailsLeft = await findMailsLeft(db, chat.conversation);
      const shown = { personId: ada.id, entryId: id, now: clock.now(), refused: null, mailsLeft };
      const visitor = await findVisitor(db, chat);
      return renderToStaticMarkup(
        <>
          <ChatScreen chat={chat} {...shown} />
          <VisitorPane {...{ ...chat, visitor, now: clock.now(), refusedForm: null }}>{null}</VisitorPane>
        </>,
      );
    };
    for (let sent = 0; sent < mostUnconfirmed; sent += 1) {
      expect(await show()).toContain(text.hints.mailed);
      await press(ada, 'say', id, { messageId: randomUUID(), content: `Answer ${sent}` });
    }
    expect(await show()).toContain(text.hints.unconfirmed);
    expect(await show()).toContain('The email address has not been confirmed');
    await confirmWriter(db, clock.now(), mailTokenOf(parts.secret, id));
    expect(await show()).toContain(text.hints.mailed);
    expect(await show()).toContain('Address confirmed: ');
  });

  test('lists the networks that are blocked, and unblocks them', async () => {
    const { db } = await open();
    const { ada, clock, begin, press } = await openDesk(db);
    const { id } = await begin();
    await press(ada, 'block', id);
    const shown = async () =>
      renderToStaticMarkup(<ChatsMargin blocked={await listBlocked(db)} now={clock.now()} refused={null} />);
    const list = await shown();
    expect(list).toContain(text.networks.title);
    expect(list).toContain(`href="/desk/chats/${id}"`);
    const network = (await listBlocked(db))[0]?.networkKey ?? '';
    const gone = { status: 404, error: text.errors.notBlocked };
    for (const wrong of ['', 'made up', "x'--"])
      expect(await press(ada, 'unblock', '', { network: wrong })).toMatchObject(gone);
    expect(await press(ada, 'unblock', '', { network })).toEqual({ ok: true });
    expect(await press(ada, 'unblock', '', { network })).toMatchObject(gone);
    expect(await shown()).not.toContain(text.networks.title);
    const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
    expect(row?.isBlocked).toBe(false);
  });
});
