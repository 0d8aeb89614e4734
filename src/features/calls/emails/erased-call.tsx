import words from '#content/call-mails.yaml';
import { callUidOf, organizerOf } from '../invitations/call-invitation.ts';
import { writeInvitation } from '../invitations/invitation.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { mailHtmlOf } from '#src/studio/mail-frame.tsx';
import { fill } from '#src/platform/fill.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { messageIdOf } from '#src/platform/mail/message-id.ts';
import type { CallMailSettings } from './call-mail-kinds.ts';
import { CallEmail, callText } from './call.email.tsx';
import type { ErasedCall } from './find-erased-call.ts';

const { gone: text } = words.host;

/**
 * The mail that takes an erased call out of its host's calendar; it says when the call was, and not with whom. Null if the host's
 * address is no mail address.
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
    subject: fill(text.subject, { when: `${day}, ${time}` }),
    heading: words.host.cancelled.heading,
    texts: [text.text, words.host.cancelled.text],
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
    description: text.text,
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
