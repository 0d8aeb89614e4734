import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import words from '#content/assistant.yaml';
import { chat as person } from '#content/conversations.yaml';
import { fill } from '#src/platform/fill.ts';
import { makeWaitingTab, makeTab, settle } from './team-chat.fixture.ts';
import { isWithTeam } from './team-record.ts';
import { waitMs } from './team-connection.ts';

const ada = { name: 'Ada Brandt' };
const lines = '/chat/token/lines';
const again = '/chat/token?do=ask';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('sends nothing and opens no stream before a person is requested', async () => {
  const { openPage, posts, streams } = makeTab();
  const { chat } = openPage();
  chat.greet('default');
  chat.send('What does it cost?');
  await vi.advanceTimersByTimeAsync(waitMs * 2);
  expect([posts, streams]).toEqual([[], []]);
});

test('then sends messages to the team unchanged, without automatic replies', async () => {
  const { team, posts, streams, come, shown } = await makeWaitingTab();
  expect(streams.map(({ path }) => path)).toEqual(['/chat/token/events?after=0']);
  const hostile = ' <b>price</b>\u202E ';
  team.sendLine(hostile);
  await settle();
  const [, said] = posts;
  expect(said).toMatchObject({ path: lines, fields: { content: hostile } });
  come({
    seq: 1,
    sender: 'visitor',
    authorName: null,
    content: hostile,
    writtenAs: said?.fields['written_as'] ?? '',
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown()).toEqual([`event: ${person.asked}`, `user: ${hostile}`]);
  expect(team.read()?.pending).toEqual([]);
});

test('names the member who joins, returns or ends it; then the assistant answers again', async () => {
  const { chat, team, come, shown, kept } = await makeWaitingTab();
  come({ seq: 1, kind: 'taken' });
  expect(team.read()).toMatchObject({ state: 'live', ...ada });
  come({ seq: 2, content: 'Hello.' });
  come({ seq: 3, kind: 'handed-back' });
  expect(isWithTeam(team.read())).toBe(false);
  chat.send('How do I book?');
  await vi.advanceTimersByTimeAsync(1000);
  come({ seq: 4, kind: 'ended' });
  expect(shown()).toEqual([
    `event: ${person.asked}`,
    `event: ${fill(person.taken, ada)}`,
    'team: Hello.',
    `event: ${fill(person.handedBack, ada)}`,
    'user: How do I book?',
    `agent: ${words.rules[2]?.answer}`,
    `event: ${fill(person.endedByTeam, ada)}`,
  ]);
  expect(team.read()).toBeNull();
  expect([...kept.keys()]).toEqual(['antinode:chat']);
});

test('continues the same conversation when a person is requested again after it was returned', async () => {
  const { team, come, posts, answers, shown } = await makeWaitingTab();
  come({ seq: 1, kind: 'handed-back' });
  const begun = { status: 200, begun: true };
  answers.set(again, begun);
  expect(await team.ask()).toBe('begun');
  expect(isWithTeam(team.read())).toBe(true);
  team.sendLine('One more thing');
  await settle();
  expect(posts.map(({ path }) => path)).toEqual(['/chat', again, lines]);
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(shown().at(-1)).toBe(`event: ${person.slow}`);
  come({ seq: 2, kind: 'handed-back' });
  // A member joins before the response arrives.
  answers.set(
    again,
    Promise.resolve(begun).finally(() => come({ seq: 3, kind: 'taken' })),
  );
  expect(await team.ask()).toBe('begun');
  expect(team.read()).toMatchObject({ state: 'live', ...ada });
});

test('shows that no member is available on a repeated request, and stays with the assistant', async () => {
  const { team, come, answers, chat, posts } = await makeWaitingTab();
  come({ seq: 1, kind: 'handed-back' });
  answers.set(again, { status: 200, begun: false, error: 'Nobody.' });
  expect(await team.ask()).toBe('refused');
  expect(chat.read().at(-1)).toMatchObject({ message: 'Nobody.', offersMessage: true });
  answers.set(again, { status: 0 });
  expect(await team.ask()).toBe('failed');
  expect(isWithTeam(team.read())).toBe(false);
  // A conversation that no longer exists is replaced by a new one.
  answers.set(again, { status: 404 });
  answers.set('/chat', { status: 200, begun: true, token: 'another' });
  expect(await team.ask()).toBe('begun');
  expect(posts.at(-1)?.path).toBe('/chat');
  expect(team.read()).toMatchObject({ token: 'another', state: 'waiting' });
});

test('a pending line sent while it is returned puts the visitor back in the queue', async () => {
  const { team, come, posts, answers } = await makeWaitingTab();
  answers.set(lines, { status: 0 });
  team.sendLine('One more thing');
  await settle();
  come({ seq: 1, kind: 'handed-back' });
  expect(isWithTeam(team.read()), 'its line still goes to the team').toBe(true);
  const writtenAs = posts.at(-1)?.fields['written_as'] ?? '';
  come({ seq: 2, sender: 'visitor', authorName: null, content: 'One more thing', writtenAs });
  expect(team.read()).toMatchObject({ state: 'waiting', pending: [] });
});

test('notifies a visitor once after waiting 90 seconds, across pages, unless someone has replied', async () => {
  const { openPage, shown, team, come } = await makeWaitingTab();
  expect(team.note()).toBe(person.begun);
  // The wait starts with the first line.
  await vi.advanceTimersByTimeAsync(waitMs);
  come({ seq: 1, sender: 'visitor', authorName: null, content: 'Hello?' });
  expect(team.note()).toBe(person.waiting);
  await vi.advanceTimersByTimeAsync(waitMs - 1000);
  team.pause();
  const next = openPage();
  await vi.advanceTimersByTimeAsync(1000);
  expect(next.shown().at(-1)).toBe(`event: ${person.slow}`);
  expect(next.team.read()).toMatchObject({ state: 'waiting', isSlow: true });
  expect(openPage().shown()).toEqual(next.shown());
  expect(shown()).toContain(`event: ${person.asked}`);
  const taken = await makeWaitingTab();
  taken.come({ seq: 1, kind: 'taken' });
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(taken.shown()).not.toContain(`event: ${person.slow}`);
});

test('notifies a visitor once after 90 seconds without a reply from their member, until the next reply', async () => {
  const { come, shown, team } = await makeWaitingTab();
  const own = { sender: 'visitor', authorName: null, content: 'Still there?' } as const;
  const quiet = `event: ${fill(person.quiet, ada)}`;
  const timesTold = () => shown().filter((text) => text === quiet).length;
  come({ seq: 1, kind: 'taken' });
  await vi.advanceTimersByTimeAsync(waitMs);
  come({ seq: 2, ...own });
  await vi.advanceTimersByTimeAsync(waitMs - 1000);
  come({ seq: 3, content: 'Yes.' });
  await vi.advanceTimersByTimeAsync(waitMs);
  expect([timesTold(), team.note()]).toEqual([0, fill(person.live, ada)]);
  come({ seq: 4, ...own });
  await vi.advanceTimersByTimeAsync(waitMs - 1000);
  come({ seq: 5, ...own });
  await vi.advanceTimersByTimeAsync(1000);
  expect([timesTold(), team.note(), team.read()?.isSlow]).toEqual([1, person.waiting, true]);
  come({ seq: 6, ...own });
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(timesTold()).toBe(1);
  come({ seq: 7, content: 'I was away.' });
  expect(team.note()).toBe(fill(person.live, ada));
  come({ seq: 8, ...own });
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(timesTold()).toBe(2);
});

test('shows why and offers the form if no member is available; a failed line can be resent', async () => {
  const { openPage, answers, posts } = makeTab();
  const { chat, team } = openPage();
  answers.set('/chat', { status: 0 });
  expect(await team.ask()).toBe('failed');
  answers.set('/chat', { status: 200, begun: false, error: 'Nobody is free.' });
  expect(await team.ask()).toBe('refused');
  expect(chat.read()).toMatchObject([
    { message: person.failed, offersMessage: false },
    { message: 'Nobody is free.', offersMessage: true },
  ]);
  expect(new Set(posts.map(({ fields }) => fields['asked_as'])).size, 'the same request').toBe(1);
  expect(team.read()).toBeNull();
});

test('sends an address, shows its errors by field, and then announces replies by email', async () => {
  const { team, answers, posts } = await makeWaitingTab();
  const path = '/chat/token?do=leave-address';
  const error = { field: 'email', message: 'Please enter a full address.' };
  answers.set(path, { status: 422, error: error.message, errors: [error] });
  expect(await team.leaveAddress('Runa', 'runa')).toEqual({ email: error.message });
  answers.set(path, { status: 0 });
  expect(await team.leaveAddress('Runa', 'runa')).toEqual({ '': person.failed });
  answers.set(path, { status: 200 });
  expect(await team.leaveAddress('Runa', 'runa@studio.example')).toEqual({});
  expect(team.read()).toMatchObject({ state: 'mailed' });
  expect(posts.at(-1)?.fields).toEqual({ name: 'Runa', email: 'runa@studio.example' });
});

test('the visitor can end it; unsent lines stay in the chat, marked as such', async () => {
  const { team, answers, chat, streams } = await makeWaitingTab();
  answers.set(lines, { status: 422, error: 'Too long' });
  team.sendLine('x');
  await settle();
  answers.set('/chat/token?do=end', { status: 0 });
  await team.end();
  expect(isWithTeam(team.read()), 'it did not arrive').toBe(true);
  answers.set('/chat/token?do=end', { status: 200 });
  await team.end();
  expect(team.read()).toBeNull();
  expect(chat.read().slice(-2)).toMatchObject([
    { message: 'x', fate: 'Too long' },
    { message: person.ended },
  ]);
  expect(streams.at(-1)?.readyState).toBe(2);
});

test('leaves a conversation that the server has deleted, and loses no line', async () => {
  const { team, answers, chat } = await makeWaitingTab();
  answers.set(lines, { status: 404, error: 'Gone.' });
  team.sendLine('Still there?');
  await settle();
  expect(team.read()).toBeNull();
  expect(chat.read().slice(-2)).toMatchObject([
    { message: 'Still there?', fate: 'Gone.' },
    { message: 'Gone.' },
  ]);
});

test('lines received while the panel is closed are unread until it opens', async () => {
  const { team, come, openPage } = await makeWaitingTab();
  team.show(true);
  come({ seq: 1, kind: 'taken' });
  expect(team.read()?.isUnread).toBe(false);
  team.show(false);
  come({ seq: 2, content: 'Hello.' });
  team.pause();
  const next = openPage();
  expect(next.team.read()?.isUnread).toBe(true);
  next.team.show(true);
  expect(next.team.read()?.isUnread).toBe(false);
});

test.each(['{', '"text"', '[1]', '{"token":4}', 'null'])('a stored conversation of %j is ignored', (text) => {
  const { kept, openPage, streams } = makeTab();
  kept.set('antinode:person', text);
  expect(openPage().team.read()).toBeNull();
  expect(streams).toEqual([]);
});
