import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedForMs } from './chat-storage.ts';
import { makeWaitingTab, settle } from './team-chat.fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a restored page continues after lines received by later pages, and shows them once', async () => {
  const { chat, team, come, openPage, streams, shown } = await makeWaitingTab();
  come({ seq: 1, kind: 'taken' });
  team.pause();
  const later = openPage();
  come({ seq: 2, content: 'Hello.' });
  later.team.pause();
  chat.reread();
  team.restore();
  expect(streams.at(-1)?.path).toBe('/chat/token/events?after=2');
  come({ seq: 3, content: 'Still there?' });
  expect(shown().slice(-2)).toEqual(['team: Hello.', 'team: Still there?']);
});

test('a restored page joins the conversation that a later page started, and loses no line', async () => {
  const { team, answers, openPage, come, kept, streams } = await makeWaitingTab();
  team.pause();
  const later = openPage();
  come({ seq: 1, kind: 'ended' });
  answers.set('/chat', { status: 200, begun: true, token: 'another' });
  await later.team.ask();
  later.team.pause();
  team.restore();
  await settle();
  expect(team.read()?.token).toBe('another');
  expect(streams.at(-1)?.path).toBe('/chat/another/events?after=0');
  expect(kept.get('antinode:person')).toContain('another');
});

test('keeps the entered address after a refusal and on the next page, until it is sent', async () => {
  const { team, answers, openPage, kept } = await makeWaitingTab();
  const typed = { name: 'Runa', email: 'runa' };
  team.storeAddress(typed);
  answers.set('/chat/token?do=leave-address', {
    status: 422,
    errors: [{ field: 'email', message: 'Not an address.' }],
  });
  expect(await team.leaveAddress(typed.name, typed.email)).toEqual({ email: 'Not an address.' });
  expect(team.read()?.address).toEqual(typed);
  team.pause();
  const next = openPage();
  expect(next.team.read()?.address).toEqual(typed);
  answers.set('/chat/token?do=leave-address', { status: 200 });
  await next.team.leaveAddress('Runa', 'runa@studio.example');
  expect(kept.get('antinode:person')).not.toContain('runa');
});

test('leaves a conversation that ended because the visitor was away', async () => {
  const { team, come, kept } = await makeWaitingTab();
  come({ seq: 1, kind: 'left', sender: 'visitor', authorName: null });
  expect(team.read()).toBeNull();
  expect(kept.has('antinode:person')).toBe(false);
});

test('stores a chat for a day after its last line', async () => {
  const { team, come, openPage, kept } = await makeWaitingTab();
  come({ seq: 1, kind: 'taken' });
  team.pause();
  vi.advanceTimersByTime(storedForMs - 1);
  const later = openPage();
  expect([later.team.isTalking(), later.chat.read().length]).toEqual([true, 2]);
  come({ seq: 2, content: 'Hello.' });
  later.team.pause();
  vi.advanceTimersByTime(storedForMs);
  const late = openPage();
  expect([late.team.read(), late.chat.read()]).toEqual([null, []]);
  expect([...kept.keys()]).toEqual([]);
});

test('two pages of a browser share one chat', async () => {
  const { chat, team, come, openPage, streams, shown } = await makeWaitingTab();
  const other = openPage();
  const first = streams.at(-2);
  const line = { seq: 1, writtenAs: 'a', kind: 'text', sender: 'team', authorName: 'Ada', content: 'Hello.' };
  first?.hear('line', { ...line, atMs: 0 });
  other.chat.reread();
  other.team.sync();
  come({ ...line, seq: 1, kind: 'text', sender: 'team', writtenAs: 'a' });
  expect(other.shown().filter((text) => text === 'team: Hello.')).toHaveLength(1);
  come({ seq: 2, kind: 'ended' });
  chat.reread();
  team.sync();
  expect([team.read(), shown().at(-1)]).toEqual([null, other.shown().at(-1)]);
});
