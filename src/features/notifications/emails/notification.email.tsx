import notices from '#content/notices.yaml';
import site from '#content/site.yaml';
import { mailHtmlOf, MailFrame, MailLine } from '#src/studio/mail-frame.tsx';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Attachment, Mail } from '#src/platform/mail/mailer.ts';
import type { MailSettings } from '../outbox/outbox.ts';
import { messageIdOf, type Thread } from '#src/platform/mail/message-id.ts';
import type { EmailItem, NotificationEmail, MailPicture } from './notification-emails.ts';
import { emailTextOf, type Audience } from '../kinds/find-kind.ts';
import { beginningOf, QuoteBlock, quoteLines, type Quote } from './email-quote.tsx';
import { fill, firstNameOf, nameOf } from '#src/platform/fill.ts';
import type { Permission } from '#src/features/accounts/people/person.table.ts';
import { namesText } from '#src/workspace/count-words.ts';
import { messagePlace, projectPage } from '../kinds/kind.ts';
import { Hr } from '@react-email/hr';
import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import { Fragment } from 'react';
import { mailStyle } from '#src/studio/mail-style.ts';

type EmailContent = {
  readonly subject: string;
  readonly origin: string;
  readonly greeting: string | null;
  readonly groups: readonly EmailGroup[];
  readonly closing: {
    readonly signature: string | null;
    readonly reason: string;
    readonly settings: { readonly label: string; readonly path: string };
  } | null;
};

/** The body of an email about a client's projects. */
function NotificationEmailBody({ subject, origin, greeting, groups, closing }: EmailContent) {
  const isOnly = groups.flatMap(linksIn).length === 1;
  return (
    <MailFrame title={subject}>
      {greeting && <Text style={mailStyle.text}>{greeting}</Text>}
      {groups.map(({ project, passages, pictures, links }, place) => (
        <div key={links[0]?.path ?? place}>
          {project && <h2 style={mailStyle.subheading}>{project}</h2>}
          {passages.map(({ sentences, quotes }, index) => (
            // Two sentences or quotes may be alike.
            <Fragment key={index}>
              {sentences.map((sentence, line) => (
                <Text key={`${line} ${sentence}`} style={mailStyle.item}>
                  {sentence}
                </Text>
              ))}
              {quotes.map((quote, line) => (
                <QuoteBlock key={`${line} ${quote.text}`} {...{ quote, origin }} isButton={isOnly} />
              ))}
            </Fragment>
          ))}
          {pictures.map(({ contentId, alt, name, caption }) => (
            <table
              key={contentId}
              role="presentation"
              cellPadding={0}
              cellSpacing={0}
              style={mailStyle.pictured}
            >
              <tbody>
                <tr>
                  <td style={mailStyle.picture}>
                    <img src={`cid:${contentId}`} alt={alt} width="64" height="64" />
                  </td>
                  <td style={mailStyle.caption}>
                    <bdi>{nameOf(name, notices.nameless)}</bdi>
                    <br />
                    {caption}
                  </td>
                </tr>
              </tbody>
            </table>
          ))}
          {links.map(({ label, path }) => (
            <MailLine key={path} label={label} href={`${origin}${path}`} isButton={isOnly} />
          ))}
        </div>
      ))}
      {closing && (
        <>
          {closing.signature && <Text style={mailStyle.text}>{closing.signature}</Text>}
          <Hr style={mailStyle.rule} />
          <Text style={mailStyle.small}>
            {closing.reason}{' '}
            <Link href={`${origin}${closing.settings.path}`} style={mailStyle.link}>
              {closing.settings.label}
            </Link>
          </Text>
        </>
      )}
    </MailFrame>
  );
}

/** Returns the email as plain text. */
const notificationEmailText = ({ origin, greeting, groups, closing }: EmailContent) =>
  [
    ...(greeting ? [greeting] : []),
    ...groups.map(({ project, passages, links }) =>
      [
        ...(project ? [project] : []),
        ...passages.flatMap(({ sentences, quotes }) => [
          ...sentences,
          ...quotes.flatMap((quote) => quoteLines(quote, origin)),
        ]),
        ...links.map(({ label, path }) => `${label}: ${origin}${path}`),
      ].join('\n'),
    ),
    ...(closing
      ? [
          ...(closing.signature ? [closing.signature] : []),
          `${closing.reason} ${closing.settings.label}: ${origin}${closing.settings.path}`,
        ]
      : []),
  ].join('\n\n');

/** Sentences about changes by one person, and what they wrote. */
type Passage = { readonly sentences: readonly string[]; readonly quotes: readonly Quote[] };

export type EmailGroup = {
  /** Null for what belongs to no project. */
  readonly project: string | null;
  readonly passages: readonly Passage[];
  /** Pictures of the files that the mail is about. */
  readonly pictures: readonly MailPicture[];
  readonly links: readonly { readonly label: string; readonly path: string }[];
};

/** Returns all links of a group. */
const linksIn = ({ passages, links }: EmailGroup) => [
  ...passages.flatMap(({ quotes }) => quotes.flatMap(({ link }) => link ?? [])),
  ...links,
];

/** The most links for one project; an email about more subjects links to the project instead. */
const mostLinks = 5;

/** The most characters of what a client is asked for. */
const longestRequest = 1000;

/** Fills a sentence or a label with the details of an item. */
const fillText = (template: string, { details }: EmailItem, count = 1) =>
  fill(template, {
    author: nameOf(details['author'], notices.unnamed),
    file: nameOf(details['file'], notices.nameless),
    at: nameOf(details['at'], notices.unknown),
    invoice: nameOf(details['invoice'], ''),
    amount: nameOf(details['amount'], notices.unknown),
    due: nameOf(details['due'], notices.unknown),
    paid: nameOf(details['paid'], notices.unknown),
    open: nameOf(details['open'], notices.unknown),
    finals: details['finals'] ?? '',
    request: nameOf(details['request'], notices.unknown, longestRequest),
    count: String(count),
    form: nameOf(details['form'], notices.unknown),
    when: nameOf(details['when'], notices.unknown),
  }).trim();

/** Returns the sentence for one item, or for several by the same author about the same subject. */
function sentenceOf(audience: Audience, items: readonly EmailItem[], permission: Permission | null): string {
  const [first] = items;
  if (!first) throw new Error('There is nothing to say');
  const { one, several } = emailTextOf(audience, first.kind, permission);
  return fillText(items.length > 1 && several !== null ? several : one, first, items.length);
}

/** Up to this many files have a sentence each. */
const mostSentences = 3;

/** Returns the sentences for items by the same author: one about all, or one each if they name a few files. */
function sentencesOf(
  audience: Audience,
  items: readonly EmailItem[],
  permission: Permission | null,
): string[] {
  const { several } = emailTextOf(audience, items[0]?.kind ?? '', permission);
  const namesFiles = several?.includes('{files}') ?? false;
  if (!namesFiles) return [sentenceOf(audience, items, permission)];
  if (items.length <= mostSentences) return items.map((item) => sentenceOf(audience, [item], permission));
  const files = namesText(items.map(({ details }) => nameOf(details['file'], notices.nameless)));
  return [fill(several ?? '', { count: String(items.length), files })];
}

type GroupLink = EmailGroup['links'][number];

/** Returns the link to the subject of an item. */
function linkTo(audience: Audience, item: EmailItem): GroupLink {
  const { label, path } = emailTextOf(audience, item.kind).link;
  return { label: fillText(label, item), path: path(item) };
}

/** The most texts in one passage; earlier ones are only on the page. */
const mostQuotes = 20;

/** Returns true for a quoted comment, which has its own link next to its text. */
const hasOwnLink = (audience: Audience, { kind, text }: EmailItem) =>
  text !== null && emailTextOf(audience, kind).quotes === 'comment';

/** Returns the quote of an item; null if there is none. */
function quoteOf(audience: Audience, item: EmailItem): Quote | null {
  if (item.text === null) return null;
  const beginning = beginningOf(item.text);
  const text = beginning ?? item.text;
  if (hasOwnLink(audience, item))
    return { at: nameOf(item.details['at'], notices.unknown), text, link: linkTo(audience, item) };
  const isMessage = emailTextOf(audience, item.kind).quotes === 'message';
  const path = isMessage ? messagePlace(audience)(item) : linkTo(audience, item).path;
  return { at: null, text, link: beginning === null ? null : { label: notices.quotes.rest, path } };
}

/** Returns what is said about items by the same author, with the texts of the latest ones. */
function passageOf(audience: Audience, items: readonly EmailItem[], permission: Permission | null): Passage {
  const quotes = items.flatMap((item) => quoteOf(audience, item) ?? []);
  const earlier = Math.max(quotes.length - mostQuotes, 0);
  const { earlierOne, earlier: several } = notices.quotes;
  const missing = earlier === 1 ? earlierOne : fill(several, { count: String(earlier) });
  const sentences = sentencesOf(audience, items, permission);
  return { sentences: earlier === 0 ? sentences : [...sentences, missing], quotes: quotes.slice(earlier) };
}

/** Returns the links to the subjects of a project's items, each once; if they are too many, one to the project. */
function linksOf(audience: Audience, items: readonly EmailItem[]): GroupLink[] {
  const side = audience === 'client' ? '/portal' : '/desk';
  const { open } = audience === 'client' ? notices.client : notices.team;
  const all = items.filter((item) => !hasOwnLink(audience, item)).map((item) => linkTo(audience, item));
  const links = [...new Map(all.map((link) => [link.path, link])).values()];
  const [first] = items;
  return links.length > mostLinks && first
    ? [{ label: open.project, path: projectPage(side)(first) }]
    : links;
}

/** Returns the heading of a project's items, which in an email about several clients begins with the client; null without one. */
function headingOf(item: EmailItem | undefined): string | null {
  const { projectName = null, clientName = null } = item ?? {};
  if (clientName === null) return projectName;
  const client = nameOf(clientName, notices.unnamed, 300);
  if (projectName === null) return client;
  return fill(notices.member.heading, { client, project: nameOf(projectName, '', 300) });
}

/** Returns the content of an email by project: a sentence and a link for each change. */
function emailGroupsOf(
  audience: Audience,
  items: readonly EmailItem[],
  permission: Permission | null,
): EmailGroup[] {
  const byProject = Map.groupBy(items, ({ clientId, projectId }) => `${clientId} ${projectId}`);
  return [...byProject.values()].map((ofProject) => {
    const same = ({ kind, details, madeAt }: EmailItem) => {
      const { several } = emailTextOf(audience, kind);
      if (several === null) return JSON.stringify([kind, details, madeAt]);
      return JSON.stringify([kind, details['author'], several.includes('{file}') && details['file']]);
    };
    const project = headingOf(ofProject[0]);
    return {
      project: project === null ? null : nameOf(project, '', 300),
      pictures: [...new Map(ofProject.map(({ subjectId, picture }) => [subjectId, picture])).values()].filter(
        (picture) => picture !== null,
      ),
      passages: [...Map.groupBy(ofProject, same).values()].map((alike) =>
        passageOf(audience, alike, permission),
      ),
      links: linksOf(audience, ofProject),
    };
  });
}

/** The most characters of a name in a subject, which phones truncate. */
const longestInSubject = 60;

/** Returns the name of the project that an email is about. */
function projectIn(items: readonly EmailItem[]): string {
  const { unnamed, several } = notices.projects;
  const [name, ...others] = new Set(items.map(({ projectName }) => projectName));
  return others.length > 0 ? several : nameOf(name ?? undefined, unnamed, longestInSubject);
}

function subjectOf({ audience, topic, client, reader, items }: NotificationEmail): string {
  const { subject, severalSubject } = emailTextOf(audience, items[0]?.kind ?? '', reader?.permission);
  const template = items.length > 1 && severalSubject !== null ? severalSubject : subject;
  const { daily } = audience === 'member' ? notices.member.subjects : notices.client.subjects;
  return fill(topic === 'daily' ? daily : template, {
    author: nameOf(items[0]?.details['author'], notices.unnamed, longestInSubject),
    client: nameOf(client?.name, notices.unnamed),
    count: String(items.length),
    invoice: items[0]?.details['invoice'] ?? '',
    file: nameOf(items[0]?.details['file'], notices.nameless, longestInSubject),
    project: projectIn(items),
  });
}

/** Kinds whose author may be outside the team or missing. */
const unsignedKinds: readonly string[] = [
  'guest-commented',
  'mention-received',
  'invoice-overdue',
  'files-request-due',
];

/** Returns the signature: the team member who made every change in the email, else the studio alone. */
function signatureOf(items: readonly EmailItem[]): string {
  const authors = new Set(
    items.map(({ kind, details }) => (unsignedKinds.includes(kind) ? undefined : details['author'])),
  );
  const [author] = authors;
  const { authored, signature } = notices.client;
  if (authors.size !== 1 || author === undefined) return fill(signature, { name: site.name });
  return fill(authored, { author: nameOf(author, notices.unnamed), name: site.name });
}

/** Returns the thread headers of an email about a single project. */
function threadOf(items: readonly EmailItem[], origin: string): { thread?: Thread } {
  const [projectId, ...others] = new Set(items.map((item) => item.projectId));
  if (!projectId || others.length > 0) return {};
  const root = messageIdOf(`${projectId}.project`, origin);
  return { thread: { inReplyTo: root, root } };
}

/** The most files, and the most pictures, attached to an email; the others are in the portal. */
const mostAttachments = 10;

/** Loads the attachments of an email, one for each subject: files and inline pictures. */
async function attachmentsOf(items: readonly EmailItem[]): Promise<Attachment[]> {
  const subjects = [...new Map(items.map((item) => [item.subjectId, item])).values()];
  const some = [false, true].flatMap((isPicture) =>
    subjects
      .flatMap(({ attach, picture }) => (attach && (picture !== null) === isPicture ? [attach] : []))
      .slice(0, mostAttachments),
  );
  const attached = await Promise.all(some.map((attach) => attach()));
  return attached.filter((attachment) => attachment !== null);
}

/**
 * Returns the email to a client's person, to the team's inbox or to one team member, with what was written unless the studio has
 * turned that off. Null if the recipient's address cannot receive email.
 */
export async function notificationEmailOf(
  mail: NotificationEmail,
  { origin, teamInbox }: MailSettings,
): Promise<Mail | null> {
  const { id, audience, reader, items } = mail;
  const isClient = audience === 'client';
  const to = reader ? mailAddressOf(reader.email) : teamInbox;
  if (to === null) return null;
  const subject = subjectOf(mail);
  const attachments = await attachmentsOf(items);
  const shown = new Set(attachments.map(({ contentId }) => contentId));
  const notice: EmailContent = {
    subject,
    origin,
    greeting:
      reader && fill(notices.client.greeting, { name: firstNameOf(nameOf(reader.name, notices.unnamed)) }),
    groups: emailGroupsOf(audience, items, reader?.permission ?? null).map((group) => ({
      ...group,
      pictures: group.pictures.filter(({ contentId }) => shown.has(contentId)),
    })),
    closing:
      audience === 'member'
        ? {
            signature: null,
            reason: notices.member.reason,
            settings: { label: notices.member.settings, path: '/desk/emails' },
          }
        : isClient
          ? {
              signature: signatureOf(items),
              reason: notices.client.reason,
              settings: { label: notices.client.settings, path: '/portal/settings' },
            }
          : null,
  };
  return {
    // Equal for every attempt, so that mailboxes recognise a repeat.
    messageId: messageIdOf(`${id}.${audience}`, origin),
    ...threadOf(items, origin),
    to,
    ...(isClient ? { replyTo: teamInbox } : {}),
    subject,
    html: mailHtmlOf(<NotificationEmailBody {...notice} />),
    text: notificationEmailText(notice),
    attachments,
  };
}
