import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import words from '#content/assistant.yaml';
import { createChat } from './chat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function tab() {
  const kept = new Map<string, string>();
  const storage = () => ({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  return { kept, storage };
}
const textsOf = (chat: ReturnType<typeof createChat>) => chat.read().map(({ message }) => message);

test('the answer comes one second after the message, not before', () => {
  const chat = createChat(words, tab().storage);
  chat.send('What does it cost?');
  vi.advanceTimersByTime(999);
  expect(textsOf(chat)).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(textsOf(chat)).toEqual(['What does it cost?', words.rules[1]?.answer]);
});

test('ignores blank text', () => {
  const chat = createChat(words, tab().storage);
  chat.send('  \n ');
  vi.advanceTimersByTime(5000);
  expect(chat.read()).toEqual([]);
});

test('the next page of the tab continues the conversation and gives the answers still due', () => {
  const { storage } = tab();
  const first = createChat(words, storage);
  first.greet('default');
  first.send('How do I book?');
  const next = createChat(words, storage);
  next.greet('default');
  vi.advanceTimersByTime(1000);
  expect(textsOf(next)).toEqual([words.greetings.default, 'How do I book?', words.rules[2]?.answer]);
});

test.each(['{', '"text"', '[1]', '[{"message":4}]', '[null]', 'null'])(
  'a stored conversation of %j is ignored',
  (text) => {
    const { kept, storage } = tab();
    kept.set('antinode:chat', text.length > 4 ? `{"until":9e15,"value":${text}}` : text);
    expect(createChat(words, storage).read()).toEqual([]);
  },
);

test('works without storing the conversation if storage is blocked', () => {
  const chat = createChat(words, () => {
    throw new DOMException('blocked', 'SecurityError');
  });
  chat.send('Hello');
  vi.advanceTimersByTime(1000);
  expect(textsOf(chat)).toEqual(['Hello', words.defaultAnswer]);
});

test('notifies listeners until they unsubscribe', () => {
  const chat = createChat(words, tab().storage);
  const listener = vi.fn();
  const stop = chat.subscribe(listener);
  chat.send('Hello');
  stop();
  vi.advanceTimersByTime(1000);
  expect(listener).toHaveBeenCalledTimes(1);
});
