import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTab } from './team-chat.fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('sends earlier questions to the team with the chat', async () => {
  const { openPage, posts, answers, come } = makeTab();
  const { chat, team } = openPage();
  chat.greet('default');
  chat.send('Do you rent rooms?');
  await team.ask();
  const askedBefore = JSON.stringify(['Do you rent rooms?']);
  expect(posts).toMatchObject([{ path: '/chat', fields: { asked_before: askedBefore } }]);
  come({ seq: 1, sender: 'visitor', authorName: null, content: 'For a week.' });
  come({ seq: 2, kind: 'taken' });
  come({ seq: 3, kind: 'handed-back' });
  chat.send('And drums?');
  answers.set('/chat/token?do=ask', { status: 200, begun: true });
  await team.ask();
  const both = JSON.stringify(['Do you rent rooms?', 'And drums?']);
  expect(posts.at(-1)).toMatchObject({ path: '/chat/token?do=ask', fields: { asked_before: both } });
});

test.each([
  [{ status: 200, isOpen: true }, { isAvailable: true }],
  [
    { status: 200, isOpen: false, error: 'Nobody is free.' },
    { isAvailable: false, why: 'Nobody is free.' },
  ],
  [{ status: 0 }, null],
])('before anything is written it finds out whether a person is there: %j', async (answer, presence) => {
  const { openPage, answers, posts } = makeTab();
  answers.set('presence', answer);
  expect(await openPage().team.findPresence()).toEqual(presence);
  expect(posts).toEqual([]);
});
