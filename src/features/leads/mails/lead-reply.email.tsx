import { Hr } from '@react-email/hr';
import { Text } from '@react-email/text';
import words from '#content/desk.yaml';
import site from '#content/site.yaml';
import type { MailSettings } from '#src/features/outbox/mail-kinds.ts';
import { mailHtmlOf, MailFrame } from '#src/features/site/mail-frame.tsx';
import { mailStyle } from '#src/features/site/mail-style.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';

type Reply = {
  readonly id: string;
  readonly email: string;
  readonly authorName: string;
  readonly content: string;
};

const subject = words.mail.subject.replace('{name}', site.name);
const written = { ...mailStyle.text, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

function ReplyEmail({ content, signature }: { readonly content: string; readonly signature: string }) {
  return (
    <MailFrame title={subject}>
      <Text style={written}>{content}</Text>
      <Text style={mailStyle.text}>{signature}</Text>
      <Hr style={mailStyle.rule} />
      <Text style={mailStyle.small}>{words.mail.reason}</Text>
    </MailFrame>
  );
}

/**
 * A reply of the team as a mail; null when theirs is no address that mail can go to. Its Message-ID is that of the reply,
 * the same for every attempt; answers go to the team's inbox. Nothing that somebody typed reaches a header.
 */
export function replyMailOf(
  { id, email, authorName, content }: Reply,
  { origin, teamInbox }: MailSettings,
): Mail | null {
  const to = mailAddressOf(email);
  if (to === null) return null;
  const signature = words.mail.signature
    .replace('{author}', () => authorName)
    .replace('{name}', () => site.name);
  return {
    messageId: `${id}.reply@${new URL(origin).hostname.replaceAll(/[^\w.-]/g, '')}`,
    to,
    replyTo: teamInbox,
    subject,
    html: mailHtmlOf(<ReplyEmail content={content} signature={signature} />),
    text: [content, signature, words.mail.reason].join('\n\n'),
  };
}
