import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/conversations.yaml';
import type { Conversation, Line } from '../conversation.table.ts';
import { ConversationScreen } from '../visitor/conversation-screen.tsx';
import { ChatLines, waitText } from './chat-lines.tsx';

const at = new Date('2026-11-21T10:00:00Z');

const conversation: Conversation = {
  id: '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11',
  askedAs: '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c12',
  tokenHash: '',
  mailTokenHash: null,
  mailConfirmedAt: null,
  leadId: null,
  name: null,
  email: null,
  state: 'live',
  seq: 1,
  takenBy: null,
  takenByName: 'Ada',
  page: null,
  networkKey: '',
  isBlocked: false,
  begunAt: at,
  waitingSince: null,
  changedAt: at,
  visitorSeenAt: null,
  seenSeq: null,
  askedBefore: [],
};

const kind: string = 'file-sent';
const line: Omit<Line, 'kind'> = {
  conversationId: conversation.id,
  seq: 1,
  writtenAs: conversation.askedAs,
  sender: 'team',
  authorId: null,
  authorName: 'Ada',
  content: '',
  at,
};
const lines = [Object.assign({ ...line }, { kind }) as Line];

test('an unknown line kind is shown as a complete sentence on both sides', () => {
  const desk = renderToStaticMarkup(<ChatLines lines={lines} visitor={null} now={at} />);
  expect(desk).toContain(words.desk.something);
  const page = renderToStaticMarkup(
    <ConversationScreen found={{ conversation, lines }} entryId={conversation.id} refused={null} />,
  );
  expect(page).toContain(words.page.something);
});

const { desk: text } = words;

test('the state shows how long a visitor has waited', () => {
  const minutes = (count: number) => waitText(count * 60_000);
  expect([minutes(-1), minutes(0.9), minutes(1), minutes(59.9), minutes(125)]).toEqual([
    text.moment,
    text.moment,
    '1 min',
    '59 min',
    '2 h 05 m',
  ]);
});
