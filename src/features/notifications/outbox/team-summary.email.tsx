import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import mails from '#content/mails.yaml';
import { MailFrame, mailHtmlOf } from '#src/studio/mail-frame.tsx';
import { mailStyle } from '#src/studio/mail-style.ts';
import { fill } from '#src/platform/fill.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { messageIdOf } from '#src/platform/mail/message-id.ts';
import type { MailSettings } from './outbox.ts';

type Counted = { readonly kind: string; readonly value: number };

const { summary } = mails;

/** Returns the text for one or for several. */
const countText = ([one, several]: readonly [string, string], value: number) =>
  value === 1 ? one : fill(several, { count: String(value) });

/** Returns the line of a count, with the page of the desk. */
const lineOf = ({ kind, value }: Counted) =>
  kind === 'team-mail'
    ? { text: countText(summary.forms, value), path: '/desk/leads', label: summary.openLeads }
    : { text: countText(summary.projects, value), path: '/desk/projects', label: summary.openProjects };

/** Returns the email that replaces several to the team. It quotes nothing that was typed. */
export function teamSummaryMailOf(
  { id, counts }: { readonly id: string; readonly counts: readonly Counted[] },
  { origin, teamInbox }: MailSettings,
): Mail {
  const subject = countText(
    summary.subject,
    counts.reduce((sum, { value }) => sum + value, 0),
  );
  const lines = counts.map((counted) => {
    const { text, path, label } = lineOf(counted);
    return { text, label, url: `${origin}${path}` };
  });
  return {
    messageId: messageIdOf(`${id}.summary`, origin),
    to: teamInbox,
    subject,
    html: mailHtmlOf(
      <MailFrame title={subject}>
        <Text style={mailStyle.text}>{summary.text}</Text>
        {lines.map(({ text, label, url }) => (
          <Text key={url} style={mailStyle.text}>
            {text} <Link href={url}>{label}</Link>
          </Text>
        ))}
      </MailFrame>,
    ),
    text: [summary.text, ...lines.map(({ text, label, url }) => `${text}\n${label}: ${url}`)].join('\n\n'),
  };
}
