import { Hr } from '@react-email/hr';
import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import chat from '#content/conversations.yaml';
import words from '#content/desk.yaml';
import site from '#content/site.yaml';
import type { FormName } from '../form-names.ts';
import type { MailSettings } from '#src/features/notifications/outbox/outbox.ts';
import { Linked, MailFrame, mailHtmlOf } from '#src/studio/mail-frame.tsx';
import { mailStyle } from '#src/studio/mail-style.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Attachment, Mail } from '#src/platform/mail/mailer.ts';
import { messageIdOf } from '#src/platform/mail/message-id.ts';
import { whenText } from '#src/studio/when-text.ts';
import { questionOf } from '../answered-question.ts';
import { mostSubject, usualReplySubject } from '../reply-subject.ts';
import { confirmationIdOf, leadThreadOf } from './submission.email.tsx';

type Reply = {
  readonly id: string;
  readonly leadId: string;
  readonly email: string;
  readonly authorName: string;
  /** Empty for the usual one. */
  readonly subject: string;
  readonly content: string;
  readonly attachments: readonly Attachment[];
  /** Path of the page where the recipient can answer; null if they can only reply by email. */
  readonly path: string | null;
  /** The submission being answered; null if there is none. */
  readonly answered: {
    readonly id: string;
    readonly form: FormName;
    readonly fields: Entries;
    readonly createdAt: Date;
  } | null;
};

const written = { ...mailStyle.text, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

type Letter = {
  readonly subject: string;
  readonly content: string;
  readonly signature: string;
  readonly goOnAt: string | null;
  /** The quoted text and its introduction; null if nothing is quoted. */
  readonly quote: { readonly intro: string; readonly text: string } | null;
};

/** Returns the line that explains why they received this email; a chat address may belong to someone else. */
const reasonOf = ({ goOnAt }: Pick<Letter, 'goOnAt'>) =>
  goOnAt === null ? words.mail.reason : chat.mail.reason;

/** Returns the lead's text to quote; null if there is none or if the chat page shows it. */
function quoteOf({ answered, path }: Pick<Reply, 'answered' | 'path'>): Letter['quote'] {
  if (answered === null || path !== null) return null;
  const text = questionOf(answered.form, answered.fields);
  return text === '' ? null : { intro: fill(words.mail.quote, { when: whenText(answered.createdAt) }), text };
}

function ReplyEmail({ subject, content, signature, goOnAt, quote }: Letter) {
  return (
    <MailFrame title={subject} isLetter>
      <Text style={written}>
        <Linked text={content} />
      </Text>
      <Text style={mailStyle.text}>{signature}</Text>
      {goOnAt !== null && (
        <Text style={mailStyle.text}>
          {chat.mail.goOn}{' '}
          <Link href={goOnAt} style={mailStyle.link}>
            {goOnAt}
          </Link>
        </Text>
      )}
      {quote && (
        <>
          <Text style={mailStyle.small}>{quote.intro}</Text>
          <blockquote style={mailStyle.quote}>{quote.text}</blockquote>
        </>
      )}
      <Hr style={mailStyle.rule} />
      <Text style={mailStyle.small}>{reasonOf({ goOnAt })}</Text>
    </MailFrame>
  );
}

/**
 * Returns the email for a reply; null if the lead's address is invalid. The Message-ID derives from the reply, so every
 * attempt has the same one. It replies to the confirmation that the lead received; answers go to the team's inbox. The
 * only typed text in its headers is a team member's subject, on one line.
 */
export function replyMailOf(
  { id, leadId, email, authorName, subject: own, content, path, answered, attachments }: Reply,
  { origin, teamInbox }: MailSettings,
): Mail | null {
  const to = mailAddressOf(email);
  if (to === null) return null;
  const signature = fill(words.mail.signature, { author: authorName, name: site.name });
  const subject = nameOf(own, usualReplySubject, mostSubject);
  const quote = quoteOf({ answered, path });
  const goOnAt = path === null ? null : new URL(path, origin).href;
  const root = leadThreadOf(leadId, origin);
  return {
    messageId: messageIdOf(`${id}.reply`, origin),
    thread: { inReplyTo: answered ? confirmationIdOf(answered.id, origin) : root, root },
    to,
    replyTo: teamInbox,
    subject,
    isPersonal: true,
    attachments,
    html: mailHtmlOf(<ReplyEmail {...{ subject, content, signature, goOnAt, quote }} />),
    text: [
      content,
      signature,
      ...(goOnAt === null ? [] : [`${chat.mail.goOn} ${goOnAt}`]),
      ...(quote === null ? [] : [`${quote.intro}\n${quote.text.replaceAll(/^/gm, '> ')}`]),
      reasonOf({ goOnAt }),
    ].join('\n\n'),
  };
}
