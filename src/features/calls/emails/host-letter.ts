import texts from '#content/call-mails.yaml';
import { visitorNameOf } from '../invitations/call-invitation.ts';
import type { ToldCall } from '../invitations/find-told-call.ts';
import { callClocks } from '#src/studio/clock-words.ts';
import { fill, firstNameOf, nameOf } from '#src/platform/fill.ts';
import type { CallLetter, ToldHost } from './call-mail-kinds.ts';
import type { CallLetterWords } from './call.email.tsx';
import { whatIs } from './visitor-letter.ts';

const { labels, host: words } = texts;

/** Says who cancelled the call, if it is still cancelled, or that another host has it now. */
function saidOf({ mail, call }: CallLetter): string {
  const { byTeam, byVisitor, handedOver, plain } = words.cancelled;
  if (call.state === 'booked') return call.hostId === mail.hostId ? plain : handedOver;
  if (call.sequence !== mail.sequence || call.cancelledBy === null) return plain;
  return call.cancelledBy === 'team' ? byTeam : byVisitor;
}

/**
 * The words of a mail to the call's host, which quotes what the visitor typed. `call` is the call as it was when the mail was
 * queued.
 */
export function hostLetter(
  letter: CallLetter,
  host: ToldHost,
  call: ToldCall,
  origin: string,
): CallLetterWords {
  const { mail } = letter;
  const isCancelled = mail.kind === 'cancelled';
  const { subject, heading, text } = isCancelled
    ? words.cancelled
    : words[mail.kind === 'moved' ? 'moved' : 'booked'];
  const clocks = callClocks(call, host.timeZone);
  const { day, time } = clocks.host;
  const reason = isCancelled && letter.call.sequence === mail.sequence ? letter.call.reason : '';
  const { id, leadId, clientId } = call;
  return {
    subject: fill(subject, { title: call.title, name: visitorNameOf(call), when: `${day}, ${time}` }),
    heading,
    texts: [
      fill(texts.greetingNamed, { name: firstNameOf(nameOf(host.name, '')) }),
      ...(isCancelled ? [saidOf(letter), text] : [text]),
    ],
    rows: [
      { label: labels.what, value: whatIs(call) },
      { label: labels.visitor, value: visitorNameOf(call) },
      { label: labels.email, value: call.email },
      { label: labels.yourClock, value: clocks.host.all },
      ...(clocks.isSame ? [] : [{ label: labels.theirClock, value: clocks.visitor.all }]),
      ...(isCancelled ? [] : [{ label: labels.where, value: call.place || texts.noHostPlace }]),
      ...(reason === '' ? [] : [{ label: labels.reason, value: reason }]),
    ],
    actions: [{ label: words.call, href: `${origin}/desk/calls/${id}` }],
    after: [],
    links: [
      ...(leadId === null ? [] : [{ label: words.lead, href: `${origin}/desk/leads/${leadId}` }]),
      ...(clientId === null ? [] : [{ label: words.client, href: `${origin}/desk/clients/${clientId}` }]),
    ],
    small: [],
  };
}
