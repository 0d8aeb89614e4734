import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chat } from '#content/conversations.yaml';
import { makeWaitingTab, settle } from './team-chat.fixture.ts';

const lines = '/chat/token/lines';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('retries a failed line under the same id until it is stored, in order', async () => {
  const { team, posts, answers } = await makeWaitingTab();
  answers.set(lines, { status: 0 });
  team.sendLine('First');
  team.sendLine('Second');
  await vi.advanceTimersByTimeAsync(8000);
  expect(team.read()?.pending.map(({ state }) => state)).toEqual(['late', 'late']);
  answers.set(lines, { status: 200 });
  team.resume();
  await settle();
  expect(team.read()?.pending.map(({ state }) => state)).toEqual(['stored', 'stored']);
  const sent = posts.filter(({ path }) => path === lines).map(({ fields }) => fields);
  expect(new Set(sent.map(({ written_as: id }) => id)).size).toBe(2);
  expect(sent.slice(0, -1).every(({ content }) => content === 'First')).toBe(true);
  expect(sent.at(-1)?.['content']).toBe('Second');
});

test('a refused line shows why, blocks no other, and can be withdrawn', async () => {
  const { team, answers } = await makeWaitingTab();
  answers.set(lines, { status: 422, error: 'Too long' });
  team.sendLine('x');
  await settle();
  answers.set(lines, { status: 200 });
  team.sendLine('y');
  await settle();
  const [first] = team.read()?.pending ?? [];
  expect(first).toMatchObject({ content: 'x', state: 'refused', error: 'Too long' });
  team.withdrawLine(first?.writtenAs ?? '');
  expect(team.read()?.pending).toMatchObject([{ content: 'y', state: 'stored' }]);
});

test('the next page of the tab continues after the last line, and sends pending lines', async () => {
  const { team, come, answers, openPage, posts, streams } = await makeWaitingTab();
  come({ seq: 1, kind: 'taken' });
  come({ seq: 2, content: 'Hello.' });
  answers.set(lines, new Promise(() => undefined));
  team.sendLine('On my way');
  team.pause();
  const id = posts.at(-1)?.fields['written_as'] ?? '';
  answers.set(lines, { status: 200 });
  const next = openPage();
  await settle();
  expect(streams.at(-1)?.path).toBe('/chat/token/events?after=2');
  expect(posts.at(-1)?.fields).toEqual({ written_as: id, content: 'On my way' });
  come({ seq: 2, content: 'Hello.' });
  come({ seq: 3, sender: 'visitor', authorName: null, content: 'On my way', writtenAs: id });
  expect(next.shown().slice(-2)).toEqual(['team: Hello.', 'user: On my way']);
});

test('reopens a refused stream after growing pauses', async () => {
  const { streams } = await makeWaitingTab();
  const refuse = () => {
    const stream = streams.at(-1);
    if (stream) stream.readyState = 2;
    stream?.hear('error');
  };
  refuse();
  await vi.advanceTimersByTimeAsync(1000);
  expect(streams).toHaveLength(2);
  refuse();
  await vi.advanceTimersByTimeAsync(1999);
  expect(streams).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(streams).toHaveLength(3);
});

test('an open page reports a line kind added by a newer version as a change', async () => {
  const { come, shown } = await makeWaitingTab();
  come({ seq: 1, ...(JSON.parse('{"kind":"file-sent"}') as object) });
  come({ seq: 2, content: 'Hello.' });
  expect(shown().slice(-2)).toEqual([`event: ${chat.something}`, 'team: Hello.']);
});
