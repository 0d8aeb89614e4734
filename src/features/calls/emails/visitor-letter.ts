import texts from '#content/call-mails.yaml';
import site from '#content/site.yaml';
import { callUrlOf } from '../invitations/call-invitation.ts';
import type { ToldCall } from '../invitations/find-told-call.ts';
import type { CallMailKind } from '../call.table.ts';
import { callTokenOf, offerPathOf } from '../call-token.ts';
import { callClocks } from '#src/studio/clock-words.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { fill, firstNameOf, nameOf } from '#src/platform/fill.ts';
import type { CallLetter, CallMailSettings, KeptTime } from './call-mail-kinds.ts';
import type { CallLetterWords, MailLink } from './call.email.tsx';

const { labels, visitor: words } = texts;

const signature = fill(texts.signature, { studio: site.name });

const signatureOf = ({ hostName }: ToldCall) =>
  fill(texts.hostSignature, { host: nameOf(hostName, site.name), studio: site.name });

/** The greeting: by first name to people of a client; a visitor's name was typed with an address that may not be theirs. */
const greetingOf = ({ clientId, name }: ToldCall) =>
  clientId === null ? texts.greeting : fill(texts.greetingNamed, { name: firstNameOf(nameOf(name, '')) });

/** The line that explains why they get this mail: the team booked or offered the call, or somebody asked for it. */
const reasonOf = ({ mail, call }: CallLetter) =>
  call.clientId !== null || call.offerId !== null || !mail.isVisitors ? words.reasonArranged : words.reason;

/** The kind of a call and how long it takes: "Discovery call, 30 minutes". */
export function whatIs({ title, startsAt, endsAt }: ToldCall): string {
  const minutes = String((endsAt.getTime() - startsAt.getTime()) / minuteMs);
  return fill(texts.length, { title, minutes });
}

function rowsOf(call: ToldCall) {
  const clocks = callClocks(call, call.hostZone);
  return [
    { label: labels.what, value: whatIs(call) },
    { label: labels.yourClock, value: clocks.visitor.all },
    ...(clocks.isSame ? [] : [{ label: labels.ourClock, value: clocks.host.all }]),
  ];
}

const linkOf = ({ call, hostName, hostZone }: KeptTime, path: string): MailLink => {
  const { visitor, host, isSame } = callClocks(call, hostZone);
  const { note, noteSame } = words.offered;
  const named = { zone: visitor.zone, host: hostName };
  return {
    label: fill(words.offered.take, { when: `${visitor.day}, ${visitor.time}` }),
    href: path,
    note: isSame ? fill(noteSame, named) : fill(note, { ...named, ours: host.all }),
  };
};

/** The mail that offers times; nothing is booked before one of them is chosen on its page. */
function offerOf(letter: CallLetter, { origin, secret }: CallMailSettings): CallLetterWords {
  const { call, offered } = letter;
  const { subject, heading, text, after } = words.offered;
  const token = callTokenOf(secret, call.id);
  const until = offered[0]?.call.holdUntil ?? call.startsAt;
  return {
    subject: fill(subject, { title: call.title }),
    heading,
    texts: [
      greetingOf(call),
      fill(text, { until: callClocks({ ...call, startsAt: until }, call.hostZone).visitor.all }),
    ],
    rows: [{ label: labels.what, value: whatIs(call) }],
    actions: offered.map((time) => linkOf(time, `${origin}${offerPathOf(token, time.call.id)}`)),
    after: [after, signature],
    links: [],
    small: [reasonOf(letter)],
  };
}

function cancellationOf(letter: CallLetter, call: ToldCall, settings: CallMailSettings): CallLetterWords {
  const { subject, heading, restore, another, text, ...by } = words.cancelled;
  const clock = callClocks(call, call.hostZone).visitor;
  const { cancelledBy, reason } = letter.call.sequence === letter.mail.sequence ? letter.call : call;
  const isTeams = cancelledBy === 'team';
  const said = cancelledBy === null ? by.plain : isTeams ? by.byTeam : by.byVisitor;
  return {
    subject: fill(subject, { title: call.title, when: `${clock.day}, ${clock.time}` }),
    heading,
    texts: [greetingOf(call), said, text],
    // A reason that the visitor gave is not quoted.
    rows: [...rowsOf(call), ...(isTeams && reason !== '' ? [{ label: labels.reason, value: reason }] : [])],
    actions: cancelledBy === 'visitor' ? [{ label: restore, href: callUrlOf(call, settings) }] : [],
    after: [another, signatureOf(call)],
    links: [],
    small: [reasonOf(letter)],
  };
}

function standingOf(
  kind: Exclude<CallMailKind, 'offered' | 'cancelled'>,
  letter: CallLetter,
  call: ToldCall,
  settings: CallMailSettings,
): CallLetterWords {
  const { subject, heading, text } = words[kind];
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
    actions: [{ label: words.change, href: url }],
    after: [signatureOf(call)],
    links: [{ label: words.file, href: `${url}/call.ics` }],
    small: [reasonOf(letter)],
  };
}

/**
 * The words of a mail to the visitor. `call` is the call as it was when the mail was queued. It quotes nothing that was typed,
 * since the address may be somebody else's.
 */
export function visitorLetter(
  letter: CallLetter,
  call: ToldCall,
  settings: CallMailSettings,
): CallLetterWords {
  const { kind } = letter.mail;
  if (kind === 'offered') return offerOf(letter, settings);
  return kind === 'cancelled'
    ? cancellationOf(letter, call, settings)
    : standingOf(kind, letter, call, settings);
}
