import { expect, test } from 'vitest';
import words from '#content/assistant.yaml';
import { greet, reply, addVisitorText, unansweredOf, type Conversation } from './chat.ts';

const textsOf = (conversation: Conversation) => conversation.map(({ message }) => message);
const { default: hello, leadIntent } = words.greetings;

test('the first greeting depends on the context', () => {
  expect(textsOf(greet([], 'default', words, 0))).toEqual([hello]);
  expect(textsOf(greet([], 'lead-intent', words, 0))).toEqual([leadIntent]);
});

test('the lead-intent greeting replaces an unanswered greeting, and is added to a running conversation', () => {
  const greeted = greet([], 'default', words, 0);
  expect(textsOf(greet(greeted, 'lead-intent', words, 1))).toEqual([leadIntent]);
  const running = addVisitorText(greeted, 'Hello', 1);
  expect(textsOf(greet(running, 'lead-intent', words, 2))).toEqual([hello, 'Hello', leadIntent]);
});

test('greets a visitor once', () => {
  const once = greet([], 'lead-intent', words, 0);
  expect(greet(once, 'lead-intent', words, 1)).toBe(once);
  expect(greet(once, 'default', words, 1)).toBe(once);
});

test.each(['', '   ', '\t\n'])('blank text %j is not said', (text) => {
  expect(addVisitorText([], text, 0)).toEqual([]);
});

test('answers every message, even if two are sent at once', () => {
  let conversation = addVisitorText(addVisitorText([], 'Your price?', 0), 'How do I book?', 10);
  for (const waiting of unansweredOf(conversation)) conversation = reply(conversation, waiting, words, 1000);
  expect(textsOf(conversation).slice(2)).toEqual([words.rules[1]?.answer, words.rules[2]?.answer]);
  expect(unansweredOf(conversation)).toEqual([]);
  expect(new Set(conversation.map(({ id }) => id)).size).toBe(4);
});
