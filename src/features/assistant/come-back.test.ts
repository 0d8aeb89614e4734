import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeAsked, settle } from './team-chat.fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a page that is shown again goes on after what came on later pages, and shows it once', async () => {
  const { chat, team, come, openPage, streams, shown } = await makeAsked();
  come({ seq: 1, kind: 'taken' });
  team.pause();
  const later = openPage();
  come({ seq: 2, content: 'Hello.' });
  later.team.pause();
  chat.reread();
  team.comeBack();
  expect(streams.at(-1)?.path).toBe('/chat/token/events?after=2');
  come({ seq: 3, content: 'Still there?' });
  expect(shown().slice(-2)).toEqual(['team: Hello.', 'team: Still there?']);
});

test('a page that is shown again is in the conversation that a later page began, and loses none', async () => {
  const { team, answers, openPage, come, kept, streams } = await makeAsked();
  team.pause();
  const later = openPage();
  come({ seq: 1, kind: 'ended' });
  answers.set('/chat', { status: 200, begun: true, token: 'another' });
  await later.team.ask();
  later.team.pause();
  team.comeBack();
  await settle();
  expect(team.read()?.token).toBe('another');
  expect(streams.at(-1)?.path).toBe('/chat/another/events?after=0');
  expect(kept.get('antinode:person')).toContain('another');
});

test('what is typed as an address is kept through a refusal and on the next page, until it is left', async () => {
  const { team, answers, openPage, kept } = await makeAsked();
  const typed = { name: 'Runa', email: 'runa' };
  team.keepAddress(typed);
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

test('a conversation that has ended because the visitor was away is left', async () => {
  const { team, come, kept } = await makeAsked();
  come({ seq: 1, kind: 'left', sender: 'visitor', authorName: null });
  expect(team.read()).toBeNull();
  expect(kept.has('antinode:person')).toBe(false);
});
