import { expect, test } from 'vitest';
import words from '#content/assistant.yaml';
import { reply, addVisitorText } from './chat.ts';

const ruleOf = (id: string) => words.rules.find((rule) => rule.id === id)?.answer;
const answerTo = (text: string) => addVisitorText([], text, 0).flatMap((asked) => reply([], asked, words, 0));
const answer = (text: string) => answerTo(text)[0]?.message;

test.each([
  ['services', 'Which service would you suggest?'],
  ['services', 'What do you make?'],
  ['pricing', 'Your price list, please'],
  ['pricing', 'What does a podcast season cost?'],
  ['booking', 'Can I book a room?'],
  ['booking', 'Let us schedule something'],
  ['contact', 'A contact, please'],
  ['contact', 'How do I reach you?'],
])('the %s rule answers "%s"', (id, message) => {
  expect(answer(message)).toBe(ruleOf(id));
});

test('upper and lower case do not matter', () => {
  expect(answer('WHAT DO YOU charge?')).toBe(ruleOf('services'));
  expect(answer('PrIcE')).toBe(ruleOf('pricing'));
});

test('where several rules match, the first one answers', () => {
  expect(answer('What does the service cost, and how do I book it or reach you?')).toBe(ruleOf('services'));
  expect(answer('cost of a booking, and your contact')).toBe(ruleOf('pricing'));
  expect(answer('reach you to schedule a call')).toBe(ruleOf('booking'));
});

test('a keyword inside a longer word counts', () => {
  expect(answer('overpriced?')).toBe(ruleOf('pricing'));
  expect(answer('audiobooks')).toBe(ruleOf('booking'));
});

test('anything else gets the default answer', () => {
  expect(answer('Do you like whales?')).toBe(words.defaultAnswer);
  expect(answer('¿Qué?')).toBe(words.defaultAnswer);
});

test('every chip asks a question that its own rule answers', () => {
  for (const { label, question } of words.chips) {
    expect(answer(question)).toBe(ruleOf(label.toLowerCase()));
  }
});

test('the booking answer offers the discovery call', () => {
  expect(answerTo('book')[0]?.links).toContainEqual(expect.objectContaining({ opens: 'discovery-call' }));
});
