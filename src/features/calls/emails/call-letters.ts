import texts from '#content/call-mails.yaml';
import site from '#content/site.yaml';
import {
  callUrlOf,
  type CalendarSettings,
  type DescribedCall,
  visitorNameOf,
} from '../icalendar/call-invitation.ts';
import type { Call, CallMailKind, callMails } from '../call.table.ts';
import { callTokenOf, offerPathOf } from '../call-token.ts';
import { callClocks } from '#src/studio/clock-words.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { fill, firstNameOf, nameOf } from '#src/platform/fill.ts';
import type { MailSettings } from '#src/features/notifications/outbox/outbox.ts';
import type { CallLetterCopy, MailLink } from './call.email.tsx';

export type CallMailSettings = MailSettings & CalendarSettings;

export type CallMail = typeof callMails.$inferSelect;

/** The host who receives an email. */
export type HostRecipient = {
  readonly name: string;
  readonly email: string;
  readonly timeZone: string;
  /**
   * The SEQUENCE with which the call was assigned to them; each assignment is another event in their calendar.
   */
  readonly givenSequence: number;
};

/** An offered time. */
export type OfferedTime = { readonly call: Call; readonly hostName: string; readonly hostZone: string };

/** An email about a call with its data. */
export type CallLetter = {
  readonly mail: CallMail;
  readonly call: DescribedCall;
  /** Null if it is sent to the visitor. */
  readonly host: HostRecipient | null;
  /** The reserved times, in an offer. */
  readonly offered: readonly OfferedTime[];
  /** The start of the missed call that an offer replaces. */
  readonly missed: Date | null;
  readonly now: Date;
};

const { labels, visitor: visitorCopy, host: hostCopy } = texts;

const signature = fill(texts.signature, { studio: site.name });

const signatureOf = ({ hostName }: DescribedCall) =>
  fill(texts.hostSignature, { host: nameOf(hostName, site.name), studio: site.name });

/**
 * Returns the greeting: by first name for a client's people; a visitor's name may have been typed with someone else's
 * address.
 */
const greetingOf = ({ clientId, name }: DescribedCall) =>
  clientId === null ? texts.greeting : fill(texts.greetingNamed, { name: firstNameOf(nameOf(name, '')) });

/**
 * Returns why they get this email: the team booked or offered the call, or it was requested on the website.
 */
const reasonOf = ({ mail, call }: CallLetter) =>
  call.clientId !== null || call.offerId !== null || !mail.isVisitors
    ? visitorCopy.reasonArranged
    : visitorCopy.reason;

/** Returns a call's kind and length: "Discovery call, 30 minutes". */
function kindAndLengthOf({ title, startsAt, endsAt }: DescribedCall): string {
  const minutes = String((endsAt.getTime() - startsAt.getTime()) / minuteMs);
  return fill(texts.length, { title, minutes });
}

function rowsOf(call: DescribedCall) {
  const clocks = callClocks(call, call.hostZone);
  return [
    { label: labels.what, value: kindAndLengthOf(call) },
    { label: labels.yourClock, value: clocks.visitor.all },
    ...(clocks.isSame ? [] : [{ label: labels.ourClock, value: clocks.host.all }]),
  ];
}

const linkOf = ({ call, hostName, hostZone }: OfferedTime, path: string): MailLink => {
  const { visitor, host, isSame } = callClocks(call, hostZone);
  const { note, noteSame } = visitorCopy.offered;
  const named = { zone: visitor.zone, host: hostName };
  return {
    label: fill(visitorCopy.offered.take, { when: `${visitor.day}, ${visitor.time}` }),
    href: path,
    note: isSame ? fill(noteSame, named) : fill(note, { ...named, ours: host.all }),
  };
};

/** Returns the email that offers times. Nothing is booked until one is chosen on its page. */
function offerOf(letter: CallLetter, { origin, secret }: CallMailSettings): CallLetterCopy {
  const { call, offered, missed } = letter;
  const { after } = visitorCopy.offered;
  const { subject, heading, text } = visitorCopy[letter.mail.kind === 'missed' ? 'missed' : 'offered'];
  const clocksAt = (startsAt: Date) => callClocks({ ...call, startsAt }, call.hostZone).visitor;
  const token = callTokenOf(secret, call.id);
  const until = offered[0]?.call.holdUntil ?? call.startsAt;
  return {
    subject: fill(subject, { title: call.title }),
    heading,
    texts: [
      greetingOf(call),
      ...(missed ? [fill(visitorCopy.missed.before, { when: clocksAt(missed).all })] : []),
      fill(text, { until: clocksAt(until).all }),
    ],
    rows: [{ label: labels.what, value: kindAndLengthOf(call) }],
    actions: offered.map((time) => linkOf(time, `${origin}${offerPathOf(token, time.call.id)}`)),
    after: [after, signature],
    links: [],
    small: [reasonOf(letter)],
  };
}

function cancellationOf(letter: CallLetter, call: DescribedCall, settings: CallMailSettings): CallLetterCopy {
  const { subject, heading, restore, another, text, ...by } = visitorCopy.cancelled;
  const clock = callClocks(call, call.hostZone).visitor;
  const { cancelledBy, reason } = letter.call.sequence === letter.mail.sequence ? letter.call : call;
  const isTeams = cancelledBy === 'team';
  const cancelledText = cancelledBy === null ? by.plain : isTeams ? by.byTeam : by.byVisitor;
  return {
    subject: fill(subject, { title: call.title, when: `${clock.day}, ${clock.time}` }),
    heading,
    texts: [greetingOf(call), cancelledText, text],
    // The visitor's own reason is not quoted.
    rows: [...rowsOf(call), ...(isTeams && reason !== '' ? [{ label: labels.reason, value: reason }] : [])],
    actions: cancelledBy === 'visitor' ? [{ label: restore, href: callUrlOf(call, settings) }] : [],
    after: [another, signatureOf(call)],
    links: [],
    small: [reasonOf(letter)],
  };
}

function standingOf(
  kind: Exclude<CallMailKind, 'offered' | 'missed' | 'cancelled'>,
  letter: CallLetter,
  call: DescribedCall,
  settings: CallMailSettings,
): CallLetterCopy {
  const { subject, heading, text } = visitorCopy[kind];
  const clock = callClocks(call, call.hostZone).visitor;
  const url = callUrlOf(call, settings);
  return {
    subject: fill(subject, { title: call.title, when: `${clock.day}, ${clock.time}` }),
    heading,
    texts: [greetingOf(call), text],
    rows: [
      ...rowsOf(call),
      { label: labels.host, value: call.hostName },
      { label: labels.where, value: call.place || texts.noPlace },
    ],
    actions: [{ label: visitorCopy.change, href: url }],
    after: [signatureOf(call)],
    links: [{ label: visitorCopy.file, href: `${url}/call.ics` }],
    small: [reasonOf(letter)],
  };
}

/**
 * Returns an email to the visitor. `call` is the call as it was when the email was queued. Quotes nothing that was
 * typed, since the address may belong to someone else.
 */
export function visitorLetter(
  letter: CallLetter,
  call: DescribedCall,
  settings: CallMailSettings,
): CallLetterCopy {
  const { kind } = letter.mail;
  if (kind === 'offered' || kind === 'missed') return offerOf(letter, settings);
  return kind === 'cancelled'
    ? cancellationOf(letter, call, settings)
    : standingOf(kind, letter, call, settings);
}

/** Returns who cancelled the call if it is still cancelled, or that another host has it now. */
function cancellationTextOf({ mail, call }: CallLetter): string {
  const { byTeam, byVisitor, handedOver, plain } = hostCopy.cancelled;
  if (call.state === 'booked') return call.hostId === mail.hostId ? plain : handedOver;
  if (call.sequence !== mail.sequence || call.cancelledBy === null) return plain;
  return call.cancelledBy === 'team' ? byTeam : byVisitor;
}

/**
 * Returns an email to the host, which quotes what the visitor typed. `call` is the call as it was when the email was
 * queued.
 */
export function hostLetter(
  letter: CallLetter,
  host: HostRecipient,
  call: DescribedCall,
  origin: string,
): CallLetterCopy {
  const { mail } = letter;
  const isCancelled = mail.kind === 'cancelled';
  const { subject, heading, text } = isCancelled
    ? hostCopy.cancelled
    : hostCopy[mail.kind === 'moved' ? 'moved' : 'booked'];
  const clocks = callClocks(call, host.timeZone);
  const { day, time } = clocks.host;
  const reason = isCancelled && letter.call.sequence === mail.sequence ? letter.call.reason : '';
  const { id, leadId, clientId } = call;
  return {
    subject: fill(subject, { title: call.title, name: visitorNameOf(call), when: `${day}, ${time}` }),
    heading,
    texts: [
      fill(texts.greetingNamed, { name: firstNameOf(nameOf(host.name, '')) }),
      ...(isCancelled ? [cancellationTextOf(letter), text] : [text]),
    ],
    rows: [
      { label: labels.what, value: kindAndLengthOf(call) },
      { label: labels.visitor, value: visitorNameOf(call) },
      { label: labels.email, value: call.email },
      { label: labels.yourClock, value: clocks.host.all },
      ...(clocks.isSame ? [] : [{ label: labels.theirClock, value: clocks.visitor.all }]),
      ...(isCancelled ? [] : [{ label: labels.where, value: call.place || texts.noHostPlace }]),
      ...(reason === '' ? [] : [{ label: labels.reason, value: reason }]),
    ],
    actions: [{ label: hostCopy.call, href: `${origin}/desk/calls/${id}` }],
    after: [],
    links: [
      ...(leadId === null ? [] : [{ label: hostCopy.lead, href: `${origin}/desk/leads/${leadId}` }]),
      ...(clientId === null ? [] : [{ label: hostCopy.client, href: `${origin}/desk/clients/${clientId}` }]),
    ],
    small: [],
  };
}
