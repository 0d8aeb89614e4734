import words from '#content/call-mails.yaml';
import { leadThreadOf } from '#src/features/leads/emails/submission.email.tsx';
import { fill } from '#src/platform/fill.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { messageIdOf } from '#src/platform/mail/message-id.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { mailHtmlOf } from '#src/studio/mail-frame.tsx';
import {
  callUidOf,
  hostInvitation,
  organizerOf,
  visitorInvitation,
  type DescribedCall,
} from '../icalendar/call-invitation.ts';
import { writeInvitation } from '../icalendar/invitation.ts';
import {
  hostLetter,
  visitorLetter,
  type CallLetter,
  type CallMailSettings,
  type HostRecipient,
} from './call-letters.ts';
import { CallEmail, callText } from './call.email.tsx';
import type { ErasedCall } from './erased-calls.ts';

/**
 * Returns the call as it was when the email was queued; a cancelled call may have been restored at another time
 * since.
 */
function queuedCallOf({ call, mail: { startsAt, generation, sequence } }: CallLetter): DescribedCall {
  const lengthMs = call.endsAt.getTime() - call.startsAt.getTime();
  const endsAt = new Date(startsAt.getTime() + lengthMs);
  return { ...call, startsAt, endsAt, generation, sequence, cancelledBy: null, reason: '' };
}

type Reader = { readonly to: string; readonly host: HostRecipient | null; readonly now: Date };

function invitationOf(
  { mail }: CallLetter,
  call: DescribedCall,
  settings: CallMailSettings,
  reader: Reader,
): Pick<Mail, 'invitation'> {
  if (!['booked', 'moved', 'cancelled'].includes(mail.kind)) return {};
  const { host } = reader;
  const method = mail.kind === 'cancelled' ? 'cancel' : 'request';
  const invitation = host
    ? hostInvitation(call, settings, { ...reader, host })
    : visitorInvitation(call, settings, reader);
  return {
    invitation: {
      method: method === 'cancel' ? 'CANCEL' : 'REQUEST',
      content: writeInvitation({ ...invitation, method }),
    },
  };
}

/**
 * Returns an email about a call with its calendar invitation; null if the recipient's address is invalid. Of what a
 * visitor typed, only their address and, in the host's email, their name reach a header.
 */
export function callMailOf(letter: CallLetter, settings: CallMailSettings): Mail | null {
  const { host, mail, now } = letter;
  const { origin, teamInbox } = settings;
  const call = queuedCallOf(letter);
  const visitor = mailAddressOf(call.email);
  const to = host ? mailAddressOf(host.email) : visitor;
  if (to === null) return null;
  const shown = host ? hostLetter(letter, host, call, origin) : visitorLetter(letter, call, settings);
  const root = call.leadId === null ? null : leadThreadOf(call.leadId, origin);
  return {
    messageId: messageIdOf(`${mail.id}.call`, origin),
    ...(root === null ? {} : { thread: { inReplyTo: root, root } }),
    to,
    replyTo: host ? (visitor ?? teamInbox) : teamInbox,
    subject: shown.subject,
    html: mailHtmlOf(<CallEmail {...shown} />),
    text: callText(shown),
    ...invitationOf(letter, call, settings, { to, host, now }),
  };
}

/**
 * Returns the email that removes an erased call from its host's calendar without naming the visitor; null if the
 * host's address is invalid.
 */
export function erasedCallMailOf(
  { gone, host }: ErasedCall,
  settings: CallMailSettings,
  now: Date,
): Mail | null {
  const to = mailAddressOf(host.email);
  if (to === null) return null;
  const { origin, teamInbox } = settings;
  const { callId, startsAt, endsAt, sequence, givenSequence } = gone;
  const { day, time, all } = clockWords(startsAt, host.timeZone);
  const shown = {
    subject: fill(words.host.gone.subject, { when: `${day}, ${time}` }),
    heading: words.host.cancelled.heading,
    texts: [words.host.gone.text, words.host.cancelled.text],
    rows: [{ label: words.labels.yourClock, value: all }],
    actions: [],
    after: [],
    links: [],
    small: [],
  };
  const invitation = {
    uid: callUidOf({ ...gone, id: callId }, origin, givenSequence),
    sequence,
    method: 'cancel' as const,
    startsAt,
    endsAt,
    writtenAt: now,
    title: words.host.cancelled.heading,
    description: words.host.gone.text,
    location: '',
    organizer: organizerOf(settings),
    attendee: { name: host.name, email: to },
  };
  return {
    messageId: messageIdOf(`${gone.id}.call`, origin),
    to,
    replyTo: teamInbox,
    subject: shown.subject,
    html: mailHtmlOf(<CallEmail {...shown} />),
    text: callText(shown),
    invitation: { method: 'CANCEL', content: writeInvitation(invitation) },
  };
}
