import sample from '#content/sample.yaml';
import type { activity } from '#src/features/accounts/people/activity.table.ts';
import { tokenHashOf } from '#src/features/accounts/people/secret-text.ts';
import { conversationTokenOf } from '#src/features/chat/conversation-token.ts';
import type { conversationLines, conversations } from '#src/features/chat/conversation.table.ts';
import type { SampleCalendar } from './sample-calendar.ts';
import { sampleIdOf, sampleNetworkKey } from './sample-id.ts';
import { sampleActorOf } from './sample-people.ts';

type SampleChat = (typeof sample)['chats'][number];

const leadOf = (lead: string | undefined) => sample.leads.find(({ key }) => key === lead);

const lineRowsOf = (
  { key, lines }: SampleChat,
  { ago }: SampleCalendar,
): (typeof conversationLines.$inferInsert)[] =>
  lines.map((line, index) => {
    const author = line.by === undefined ? null : sampleActorOf(line.by);
    return {
      conversationId: sampleIdOf('chat', key),
      seq: index + 1,
      writtenAs: sampleIdOf(`line of ${key}`, index),
      kind: line.happened ?? 'text',
      sender: author ? 'team' : 'visitor',
      authorId: author?.id ?? null,
      authorName: author?.name ?? null,
      content: line.text ?? '',
      at: ago(line.ago),
    };
  });

function chatRowOf(
  { key, lead, state, begun, lines }: SampleChat,
  secret: string,
  { ago }: SampleCalendar,
): typeof conversations.$inferInsert {
  const id = sampleIdOf('chat', key);
  const who = leadOf(lead);
  const taken = lines.findLast(({ happened }) => happened === 'taken')?.by;
  const member = state === 'live' && taken !== undefined ? sampleActorOf(taken) : null;
  return {
    id,
    askedAs: sampleIdOf('asked chat', key),
    tokenHash: tokenHashOf(conversationTokenOf(secret, id)),
    leadId: lead === undefined ? null : sampleIdOf('lead', lead),
    name: who?.name ?? null,
    email: who?.email ?? null,
    state,
    seq: lines.length,
    takenBy: member?.id ?? null,
    takenByName: member?.name ?? null,
    networkKey: sampleNetworkKey,
    begunAt: ago(begun),
    waitingSince: state === 'waiting' ? ago(begun) : null,
    // No member has seen a conversation that waits.
    seenSeq: state === 'waiting' ? null : lines.length,
    changedAt: ago(lines.at(-1)?.ago ?? begun),
  };
}

/** The activity that a conversation adds to its lead. */
const activityRowsOf = (
  { key, lead, lines }: SampleChat,
  { ago }: SampleCalendar,
): (typeof activity.$inferInsert)[] =>
  lines.flatMap(({ by, ago: minutes, happened }, index) => {
    if (lead === undefined || happened === undefined) return [];
    const actor = by === undefined ? { id: null, name: leadOf(lead)?.name ?? '' } : sampleActorOf(by);
    return {
      id: sampleIdOf(`deed in chat ${key}`, index),
      at: ago(minutes),
      actorId: actor.id,
      actorName: actor.name,
      kind: `chat-${happened}`,
      leadId: sampleIdOf('lead', lead),
      subjectId: sampleIdOf('chat', key),
      details: {},
    };
  });

/** The conversations of the sample's visitors with its team, their lines, and what happened in those of leads. */
export const sampleChatRows = (secret: string, calendar: SampleCalendar) => ({
  chats: sample.chats.map((chat) => chatRowOf(chat, secret, calendar)),
  lines: sample.chats.flatMap((chat) => lineRowsOf(chat, calendar)),
  activity: sample.chats.flatMap((chat) => activityRowsOf(chat, calendar)),
});
