import { Text } from '@react-email/text';
import words from '#content/accounts.yaml';
import site from '#content/site.yaml';
import { deviceNameOf } from '#src/features/accounts/sessions/device-name.ts';
import { MailFrame, mailHtmlOf, MailLine } from '#src/studio/mail-frame.tsx';
import { mailStyle } from '#src/studio/mail-style.ts';
import { whenText } from '#src/studio/when-text.ts';
import { fill } from '#src/platform/fill.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';

/** Returns the email about a sign-in. It quotes nothing that was typed. */
export function newSignInMailOf({
  to,
  messageId,
  origin,
  at,
  userAgent,
  network,
}: {
  readonly to: string;
  readonly messageId: string;
  readonly origin: string;
  readonly at: Date;
  readonly userAgent: string;
  readonly network: string;
}): Mail {
  const { subject: title, text, was, wasNot, button } = words.mail.newSignIn;
  const subject = fill(title, { name: site.name });
  const said = fill(text, { device: deviceNameOf(userAgent), when: whenText(at), network });
  const url = `${origin}/account`;
  return {
    messageId,
    to,
    subject,
    html: mailHtmlOf(
      <MailFrame title={subject}>
        <Text style={mailStyle.text}>{said}</Text>
        <Text style={mailStyle.text}>{was}</Text>
        <Text style={mailStyle.text}>{wasNot}</Text>
        <MailLine label={button} href={url} isButton />
      </MailFrame>,
    ),
    text: [said, was, wasNot, `${button}: ${url}`].join('\n\n'),
  };
}
