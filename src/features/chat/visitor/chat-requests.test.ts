import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import words from '#content/conversations.yaml';
import { conversations } from '../conversation.table.ts';
import { tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import { mailTokenOf, findConversationId } from '../conversations/find-conversation.ts';
import { makeHosts } from '#src/features/calls/times/calls.fixture.ts';
import { setTakesChats } from '../conversations/availability.ts';
import { findHeaderChats } from '../desk/desk-chats.fixture.ts';
import { returnConversation, joinConversation } from '../conversations/change-conversation.ts';
import { listLineTexts, makeChatStudio, stateOf } from '../conversations/conversation.fixture.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { fill } from '#src/platform/fill.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';
import { runAction } from '#src/features/accounts/access/action.ts';
import { openChat, chatActions, type ChatRequest, postLineInChat, streamOfChat } from './chat-requests.ts';

const { errors } = words;

/** A studio with its chat request handlers. */
async function startChat(db: Db) {
  const studio = await makeChatStudio(db);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const config = { formForwardUrl: null };
  const services = { ...studio.parts, db, log, config } as unknown as Services;
  const asked = (path: string, fields: Record<string, string>, address: string): ChatRequest => {
    const url = new URL(path, 'https://studio.example');
    const headers = { accept: 'application/json' };
    const request = new Request(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
    const client = { address, isHttps: true };
    const params = { token: url.pathname.split('/')[2] };
    return { request, url, params, locals: { services, session: null, client } };
  };
  const answerOf = async (response: Response) => ({
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  });
  return {
    ...studio,
    ask: async (fields: Record<string, string> = { asked_as: randomUUID() }, address = '192.0.2.7') =>
      answerOf(await openChat(asked('/chat', fields, address))),
    follow: (token: string, after: number, page = '') => {
      const query = `after=${after}&page=${encodeURIComponent(page)}`;
      const { url, ...others } = asked(`/chat/${token}/events?${query}`, {}, '192.0.2.7');
      return streamOfChat({ ...others, url, request: new Request(url) });
    },
    say: async (token: string, fields: Record<string, string>) =>
      answerOf(await postLineInChat(asked(`/chat/${token}/lines`, fields, '192.0.2.7'))),
    change: async (token: string, action: string, fields: Record<string, string> = {}) => {
      const post = asked(`/chat/${token}?do=${action}`, fields, '192.0.2.7');
      return answerOf((await runAction(post, chatActions(post))) as Response);
    },
  };
}

const lineOf = (content: string) => ({ written_as: randomUUID(), content });

describeOnOneDatabase('the chat’s requests', (open) => {
  test('start a conversation, post a line and leave an address, and are not cached', async () => {
    const { db } = await open();
    const { ask, say, change } = await startChat(db);
    const begun = await ask();
    expect(begun).toMatchObject({ status: 200, body: { ok: true, begun: true } });
    expect(begun.headers.get('cache-control')).toBe('private, no-store');
    expect(begun.headers.get('referrer-policy')).toBe('no-referrer');
    const token = String(begun.body['token']);
    expect(token).toHaveLength(43);
    const hostile = '<script>alert(1)</script> & "quotes"';
    expect(await say(token, lineOf(hostile))).toMatchObject({ status: 200, body: { ok: true, seq: 1 } });
    const address = { name: 'Runa', email: 'runa@studio.example' };
    expect(await change(token, 'leave-address', address)).toMatchObject({ status: 200 });
    const [row] = await db.select().from(conversations);
    expect(await listLineTexts(db, row?.id ?? '')).toEqual([`1 visitor ${hostile}`, '2 visitor mailed']);
    expect(await db.select().from(leads)).toMatchObject([address]);
  });

  test('report that no member answers at any hour, and store nothing', async () => {
    const { db } = await open();
    const { ask, ada, clock } = await startChat(db);
    await makeHosts(db, clock.now(), 1);
    await setTakesChats(db, ada.id, false);
    expect(await ask()).toMatchObject({ status: 200, body: { begun: false, error: errors.nobody } });
    clock.at = new Date('2026-11-21T12:00:00Z');
    expect(await ask()).toMatchObject({ status: 200, body: { begun: false, error: errors.nobody } });
    expect(await db.$count(conversations)).toBe(0);
  });

  test('request a person again after a return, under the rules of the first time', async () => {
    const { db } = await open();
    const { ask, say, change, parts, ada } = await startChat(db);
    const token = String((await ask()).body['token']);
    const id = (await findConversationId(db, token)) ?? '';
    const again = () => change(token, 'ask');
    const begun = { status: 200, body: { ok: true, begun: true } };
    await joinConversation(db, parts, ada, { id, from: null });
    expect(await again()).toMatchObject(begun);
    expect(await stateOf(db, id), 'a member has joined').toBe('live');
    await returnConversation(db, parts, ada, id);
    await setTakesChats(db, ada.id, false);
    expect(await again()).toMatchObject({ status: 200, body: { begun: false, error: errors.nobody } });
    expect(await stateOf(db, id)).toBe('handed-back');
    await setTakesChats(db, ada.id, true);
    for (const attempt of [1, 2]) expect(await again(), `attempt ${attempt}`).toMatchObject(begun);
    expect(await findHeaderChats(db, ada.id)).toMatchObject({ waiting: 1 });
    expect(await listLineTexts(db, id)).toEqual(['1 team taken', '2 team handed-back']);
    expect(await joinConversation(db, parts, ada, { id, from: null })).toEqual({ ok: true });
    await change(token, 'end');
    expect(await again()).toMatchObject({ status: 409, body: { error: errors.ended } });
    expect(await say(token, lineOf('Hello?'))).toMatchObject({ status: 409 });
  });

  test('stream the lines of an ended conversation once, and stop a browser that has them all', async () => {
    const { db } = await open();
    const { ask, change, follow } = await startChat(db);
    const token = String((await ask()).body['token']);
    await change(token, 'end');
    expect((await follow(token, 1)).status).toBe(204);
    // 503, since this test has no stream hub.
    expect((await follow(token, 0)).status).toBe(503);
    expect((await follow('made-up', 0)).status).toBe(404);
  });

  test('record the page that the visitor has open, but no path with a token', async () => {
    const { db } = await open();
    const { ask, follow } = await startChat(db);
    const token = String((await ask()).body['token']);
    const pageAfter = async (page: string) => {
      await follow(token, 0, page);
      return (await db.select().from(conversations))[0]?.page;
    };
    expect(await pageAfter('')).toBeNull();
    expect(await pageAfter('/services/sound-design')).toBe('/services/sound-design');
    expect(await pageAfter('/')).toBe('/');
    for (const refused of [`/chat/${token}`, '//evil.example', 'post', '/<b>', `/${'x/'.repeat(150)}`])
      expect(await pageAfter(refused), refused).toBe('/');
  });

  test('by an email’s link do nothing before its reader has confirmed', async () => {
    const { db } = await open();
    const { ask, say, change, follow, parts } = await startChat(db);
    const token = String((await ask()).body['token']);
    await change(token, 'leave-address', { name: 'Runa', email: 'runa@studio.example' });
    const [row] = await db.select().from(conversations);
    const mailed = mailTokenOf(parts.secret, row?.id ?? '');
    await db.update(conversations).set({ mailTokenHash: tokenHashOf(mailed) });
    const gone = { status: 404, body: { error: errors.gone } };
    for (const action of ['ask', 'leave-address', 'end', 'say'])
      expect(await change(mailed, action), action).toMatchObject(gone);
    expect(await say(mailed, lineOf('Hello?'))).toMatchObject(gone);
    expect((await follow(mailed, 0)).status).toBe(404);
    expect(await change(token, 'confirm'), 'the browser’s').toMatchObject(gone);
    expect(await change(mailed, 'confirm')).toMatchObject({ status: 200 });
    expect(await say(mailed, lineOf('Hello?'))).toMatchObject({ status: 200 });
    expect((await follow(mailed, 0)).status).toBe(503);
  });

  test('with invalid input get an error next to the field, and store nothing', async () => {
    const { db } = await open();
    const { ask, say, change } = await startChat(db);
    for (const fields of [{}, { asked_as: '' }, { asked_as: "x'--" }])
      expect(await ask(fields)).toMatchObject({ status: 422, body: { errors: [{ field: 'asked_as' }] } });
    expect(await db.$count(conversations)).toBe(0);
    const token = String((await ask()).body['token']);
    const wrong = async (content: string) => (await say(token, lineOf(content))).body['error'];
    expect(await wrong('')).toBe(errors.blank);
    expect(await wrong(' \n\u200b')).toBe(errors.blank);
    expect(await wrong('x'.repeat(2001))).toBe(fill(errors.tooLong, { count: '2,000' }));
    expect((await say(token, lineOf('🐋'.repeat(2000)))).status, 'as a person counts').toBe(200);
    expect(await say(token, lineOf('a\0b'))).toMatchObject({ status: 422 });
    expect(await say(token, { written_as: 'x', content: 'Hello' })).toMatchObject({ status: 422 });
    const named = await change(token, 'leave-address', { name: '', email: 'runa@studio.example' });
    expect(named).toMatchObject({ status: 422, body: { errors: [{ field: 'name', message: errors.name }] } });
    const addressed = await change(token, 'leave-address', { name: 'Runa', email: 'runa' });
    expect(addressed).toMatchObject({ status: 422, body: { errors: [{ field: 'email' }] } });
    expect(await db.$count(leads)).toBe(0);
  });

  test('with an unknown token get 404', async () => {
    const { db } = await open();
    const { say, change } = await startChat(db);
    const gone = { status: 404, body: { error: errors.gone } };
    for (const token of ['made-up', randomUUID(), 'x'.repeat(43)]) {
      expect(await say(token, lineOf('Hello?'))).toMatchObject(gone);
      expect(await change(token, 'end')).toMatchObject(gone);
      expect(await change(token, 'ask')).toMatchObject(gone);
    }
  });

  test('report that a conversation has ended, and refuse a fourth one from a network', async () => {
    const { db } = await open();
    const { ask, say, change } = await startChat(db);
    const token = String((await ask()).body['token']);
    expect(await change(token, 'end')).toMatchObject({ status: 200 });
    const [row] = await db.select().from(conversations);
    expect(await stateOf(db, row?.id ?? '')).toBe('ended');
    const ended = { status: 409, body: { error: errors.ended } };
    expect(await say(token, lineOf('Hello?'))).toMatchObject(ended);
    expect(await change(token, 'take')).toMatchObject({ status: 404 });
    await ask();
    await ask();
    expect(await ask()).toMatchObject({ status: 429, body: { error: errors.tooManyConversations } });
    expect(await ask({ asked_as: randomUUID() }, '192.0.2.8')).toMatchObject({ status: 200 });
  });
});
