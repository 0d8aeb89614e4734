import forms from '#content/forms.yaml';
import sample from '#content/sample.yaml';
import type { activity } from '#src/features/accounts/people/activity.table.ts';
import { tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import { conversationTokenOf } from '#src/features/chat/conversations/find-conversation.ts';
import type { conversationLines, conversations } from '#src/features/chat/conversation.table.ts';
import { formFingerprintOf } from '#src/features/leads/submissions/submission.ts';
import { linkTokenOf } from '#src/features/sharing/links/open-link.ts';
import type {
  listeningEntries,
  listeningGuests,
  listeningLinks,
  listeningVisits,
} from '#src/features/sharing/links/listening.table.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import { type SampleCalendar, sampleIdOf, sampleNetworkKey } from './sample-ids.ts';
import { sampleActorOf, samplePersonOf } from './sample-people.ts';

type SampleLead = (typeof sample)['leads'][number];

function leadRowOf(lead: SampleLead, { ago }: SampleCalendar) {
  const { key, name, email, status, form, sent, opened, answer } = lead;
  return {
    id: sampleIdOf('lead', key),
    email_key: emailKeyOf(email),
    email,
    name,
    status,
    sources: [form],
    is_held: false,
    is_sample: true,
    created_at: ago(sent),
    waiting_since: answer ? null : ago(sent),
    opened_at: opened === undefined ? null : ago(opened),
    answered_at: answer ? ago(answer.ago) : null,
    answered_by_name: answer ? sampleActorOf(answer.by).name : null,
  };
}

/** A submission as the site's form would have posted it. */
function submissionRowOf({ key, name, email, form, fields, sent }: SampleLead, { ago }: SampleCalendar) {
  const { subject, formSource } = forms[form];
  const entries = {
    name,
    email,
    ...fields,
    _gotcha: '',
    _subject: subject,
    form_source: formSource,
    _next: '/',
  };
  return {
    id: sampleIdOf('submission', key),
    lead_id: sampleIdOf('lead', key),
    form,
    form_source: formSource,
    fields: entries,
    fingerprint: formFingerprintOf(form, entries),
    is_held: false,
    created_at: ago(sent),
  };
}

const written = (key: string, by: string, content: string, index: number) => ({
  id: sampleIdOf(`words on ${key}`, index),
  lead_id: sampleIdOf('lead', key),
  author_id: sampleActorOf(by).id,
  author_name: sampleActorOf(by).name,
  content,
});

/** The sample leads with what they sent, the team's notes and answers: rows by table, as the database names them. */
export function sampleLeadRows(calendar: SampleCalendar) {
  const { leads } = sample;
  return {
    leads: leads.map((lead) => leadRowOf(lead, calendar)),
    submissions: leads.map((lead) => submissionRowOf(lead, calendar)),
    notes: leads.flatMap(({ key, notes }) =>
      notes.map(({ by, ago, text }, index) => ({
        ...written(key, by, text, index),
        written_at: calendar.ago(ago),
      })),
    ),
    replies: leads.flatMap(({ key, answer }) =>
      answer
        ? [
            {
              ...written(`answer to ${key}`, answer.by, answer.text, 0),
              lead_id: sampleIdOf('lead', key),
              sent_at: calendar.ago(answer.ago),
            },
          ]
        : [],
    ),
  };
}

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
  { key, lead, state, begun, page, asked, lines }: SampleChat,
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
    // No team member has seen a waiting conversation.
    seenSeq: state === 'waiting' ? null : lines.length,
    changedAt: ago(lines.at(-1)?.ago ?? begun),
    page: page ?? null,
    askedBefore: asked ?? [],
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

type SampleLink = (typeof sample)['listening'][number];

type ListeningRows = {
  readonly links: (typeof listeningLinks.$inferInsert)[];
  readonly entries: (typeof listeningEntries.$inferInsert)[];
  readonly guests: (typeof listeningGuests.$inferInsert)[];
  readonly visits: (typeof listeningVisits.$inferInsert)[];
};

const linkRowOf = (
  { key, project, file, name, by, made, ends, mayDownload }: SampleLink,
  secret: string,
  { momentOf }: SampleCalendar,
) => {
  const id = sampleIdOf('link', key);
  const maker = samplePersonOf(by);
  return {
    id,
    tokenHash: tokenHashOf(linkTokenOf(secret, id)),
    projectId: sampleIdOf('project', project),
    coversProject: file === undefined,
    recordingId: file === undefined ? null : id,
    name,
    mayComment: true,
    showsAllComments: true,
    mayDownload,
    namesProject: false,
    madeBy: maker.id,
    madeByName: maker.name,
    madeAt: momentOf(made),
    expiresAt: momentOf(ends),
  };
};

/** Returns the links of content/sample.yaml with their visits. Their addresses are derived from `secret`. */
export const sampleListeningRows = (secret: string, calendar: SampleCalendar): ListeningRows => {
  const { momentOf } = calendar;
  const guests = sample.listening.flatMap((link) =>
    link.guests.map((guest, index) => ({ link, guest, key: `${link.key} ${index}` })),
  );
  return {
    links: sample.listening.map((link) => linkRowOf(link, secret, calendar)),
    entries: sample.listening.flatMap(({ key, file }) =>
      file === undefined
        ? []
        : [{ linkId: sampleIdOf('link', key), position: 0, recordingId: sampleIdOf('file', file) }],
    ),
    guests: guests.map(({ link, guest, key }) => ({
      id: sampleIdOf('guest', key),
      linkId: sampleIdOf('link', link.key),
      tokenHash: key,
      name: guest.name ?? null,
      userAgent: guest.browser,
      visits: guest.visits,
      firstAt: momentOf(guest.first),
      lastAt: momentOf(guest.last),
    })),
    visits: guests.flatMap(({ guest, key }) =>
      guest.heard.map((file) => ({
        guestId: sampleIdOf('guest', key),
        fileId: sampleIdOf('file', file),
        opens: guest.visits,
        visits: guest.visits,
        playedAt: momentOf(guest.last),
        firstAt: momentOf(guest.first),
        lastAt: momentOf(guest.last),
      })),
    ),
  };
};
