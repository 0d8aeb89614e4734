import { Text } from '@react-email/text';
import words from '#content/listening.yaml';
import site from '#content/site.yaml';
import { Linked, MailFrame, mailHtmlOf, MailLine } from '#src/studio/mail-frame.tsx';
import { mailStyle } from '#src/studio/mail-style.ts';
import { whenText } from '#src/studio/when-text.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';

const { mail: texts } = words;

/** Returns the email that brings a listening link, with the sender's own message. */
export function linkMailOf({
  messageId,
  to,
  replyTo,
  sender,
  message,
  url,
  expiresAt,
  hasPassword,
  about,
}: {
  readonly messageId: string;
  readonly to: string;
  readonly replyTo: string;
  readonly sender: string;
  readonly message: string;
  /** The address of the link. */
  readonly url: string;
  readonly expiresAt: Date;
  readonly hasPassword: boolean;
  /** The title of the link; null if it is not named before it is opened. */
  readonly about: string | null;
}): Mail {
  const name = nameOf(sender, site.name);
  const subject =
    about === null
      ? fill(texts.subject, { sender: name })
      : fill(texts.subjectNamed, { sender: name, title: nameOf(about, site.name) });
  const intro = fill(texts.intro, { sender: name, studio: site.name });
  const until = fill(texts.until, { when: whenText(expiresAt) });
  const notes = [until, ...(hasPassword ? [texts.password] : []), texts.recorded];
  return {
    messageId,
    to,
    replyTo,
    subject,
    html: mailHtmlOf(
      <MailFrame title={subject}>
        <Text style={mailStyle.text}>{intro}</Text>
        {message !== '' && (
          <Text style={mailStyle.quote}>
            <Linked text={message} />
          </Text>
        )}
        <MailLine label={texts.button} href={url} isButton />
        {notes.map((note) => (
          <Text key={note} style={mailStyle.text}>
            {note}
          </Text>
        ))}
      </MailFrame>,
    ),
    text: [intro, ...(message === '' ? [] : [message]), `${texts.button}: ${url}`, ...notes].join('\n\n'),
  };
}
