import { Text } from '@react-email/text';
import words from '#content/accounts.yaml';
import site from '#content/site.yaml';
import { MailFrame, mailHtmlOf, MailLine } from '#src/studio/mail-frame.tsx';
import { mailStyle } from '#src/studio/mail-style.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import type { SignInReason } from './sign-in.table.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';

export type SignInMailContent = {
  readonly reason: SignInReason;
  readonly to: string;
  readonly messageId: string;
  /** Six digits. */
  readonly code: string;
  /** The link that signs in; null if the email has only a code. */
  readonly url: string | null;
  /** How long both are valid. */
  readonly lifeMs: number;
};

/** Writes a code in two groups of three digits, as people read it aloud. */
const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** Returns the sentence before the code, with the page to enter it: invited people have no such page open. */
const beforeCode = ({ reason, url }: { readonly reason: SignInReason; readonly url: string }) =>
  reason === 'asked'
    ? words.mail.code
    : fill(words.mail.codeInvited, { page: new URL('/sign-in/code', url).href });

/** Returns the sentence about how long the code, or the link and the code, are valid. */
const lifeOf = ({ url, lifeMs }: Pick<SignInMailContent, 'url' | 'lifeMs'>) =>
  fill(url === null ? words.mail.codeLife : words.mail.life, { minutes: String(lifeMs / minuteMs) });

function SignInEmail({
  subject,
  reason,
  code,
  url,
  lifeMs,
}: SignInMailContent & { readonly subject: string }) {
  const { mail } = words;
  return (
    <MailFrame title={subject}>
      <Text style={mailStyle.text}>{mail[reason].text}</Text>
      {url !== null && (
        <>
          <MailLine label={mail.button} href={url} isButton />
          <Text style={mailStyle.text}>{beforeCode({ reason, url })}</Text>
        </>
      )}
      <Text style={mailStyle.code}>{spaced(code)}</Text>
      <Text style={mailStyle.text}>{lifeOf({ url, lifeMs })}</Text>
      <Text style={mailStyle.small}>{url === null ? mail.unaskedCode : mail.unasked}</Text>
    </MailFrame>
  );
}

/** Returns the email with the code and link to sign in. It quotes nothing that was typed. */
export function signInMailOf(content: SignInMailContent): Mail {
  const { mail } = words;
  const { reason, to, messageId, code, url } = content;
  const subject = fill(mail[reason].subject, { name: site.name });
  const lines = [
    mail[reason].text,
    ...(url === null
      ? [spaced(code), lifeOf(content), mail.unaskedCode]
      : [
          `${mail.button}: ${url}`,
          `${beforeCode({ reason, url })} ${spaced(code)}`,
          lifeOf(content),
          mail.unasked,
        ]),
  ];
  return {
    messageId,
    to,
    subject,
    html: mailHtmlOf(<SignInEmail subject={subject} {...content} />),
    text: lines.join('\n\n'),
  };
}
