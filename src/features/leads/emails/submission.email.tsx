import { Hr } from '@react-email/hr';
import { Text } from '@react-email/text';
import words from '#content/forms.yaml';
import mails from '#content/mails.yaml';
import planner from '#content/planner.yaml';
import site from '#content/site.yaml';
import type { MailSettings } from '#src/features/notifications/outbox/outbox.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { messageIdOf } from '#src/platform/mail/message-id.ts';
import { mailHtmlOf, MailFrame, MailLine } from '#src/studio/mail-frame.tsx';
import { mailStyle } from '#src/studio/mail-style.ts';
import { whenText } from '#src/studio/when-text.ts';
import type { FormName } from '../form-names.ts';
import { pickedTimeRows } from '../submission-rows.ts';
import type { StoredSubmission } from './lead-mail-kinds.ts';

/** Returns the thread id of a lead: every email to or about them belongs to it. */
export const leadThreadOf = (leadId: string, origin: string) => messageIdOf(`${leadId}.lead`, origin);

/** Returns the Message-ID of a submission's confirmation. */
export const confirmationIdOf = (submissionId: string, origin: string) =>
  messageIdOf(`${submissionId}.sender`, origin);

function rowsOf({ form, formSource, fields, createdAt }: StoredSubmission) {
  const labels = Object.entries(words[form].fields as Record<string, { label: string }>);
  return [
    ...labels.map(([name, { label }]) => ({ label, value: fields[name] ?? '' })),
    ...pickedTimeRows(fields),
    { label: mails.team.form, value: `${form} (${formSource})` },
    { label: mails.team.received, value: whenText(createdAt) },
  ];
}

/**
 * Returns the email that notifies the team. The only typed values in its headers are a strictly valid sender address
 * and the sender's name in the subject, on one line and truncated.
 */
export function teamMailOf(submission: StoredSubmission, { origin, teamInbox }: MailSettings): Mail {
  const { id, leadId, form, fields, number, client } = submission;
  const replyTo = mailAddressOf(fields['email'] ?? '');
  const name = nameOf(fields['name'], replyTo ?? mails.team.unnamed, 80);
  const subject = fill(mails.team.subject, { subject: words[form].subject, name });
  const content: TeamMail = {
    subject,
    rows: rowsOf(submission),
    client: client && {
      text: fill(mails.team.client, { client: nameOf(client.name, mails.team.unnamed, 80) }),
      url: `${origin}/desk/clients/${client.id}`,
    },
    known: number > 1 ? fill(mails.team.known, { number: String(number) }) : null,
    deskUrl: `${origin}/desk/leads/${leadId}`,
  };
  const root = leadThreadOf(leadId, origin);
  return {
    messageId: messageIdOf(`${id}.team`, origin),
    thread: { inReplyTo: root, root },
    to: teamInbox,
    ...(replyTo === null ? {} : { replyTo }),
    subject,
    html: mailHtmlOf(<TeamEmail {...content} />),
    text: teamText(content),
  };
}

async function plannerAttachment() {
  const { plannerPdf } = await import('./planner-pdf.ts');
  return {
    filename: 'session-planner.pdf',
    contentType: 'application/pdf',
    content: await plannerPdf(),
  };
}

/** Returns the confirmation for the sender; null if their address cannot receive email. */
export async function senderMailOf(
  { id, leadId, form, fields }: StoredSubmission,
  { origin, teamInbox }: MailSettings,
): Promise<Mail | null> {
  const to = mailAddressOf(fields['email'] ?? '');
  if (to === null) return null;
  const attachments = form === 'lead-capture' ? [await plannerAttachment()] : [];
  return {
    messageId: confirmationIdOf(id, origin),
    thread: { inReplyTo: messageIdOf(`${id}.team`, origin), root: leadThreadOf(leadId, origin) },
    to,
    replyTo: teamInbox,
    subject: mails.confirmations[form].subject,
    html: mailHtmlOf(<ConfirmationEmail form={form} />),
    text: confirmationText(form),
    attachments,
  };
}

export type TeamMail = {
  readonly subject: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** Text saying that this person has written before; null the first time. */
  readonly known: string | null;
  /** Text saying that the address is a client's, and the client's page; null if it is not. */
  readonly client: { readonly text: string; readonly url: string } | null;
  readonly deskUrl: string;
};

/** Renders the team's email with every field as typed. */
export function TeamEmail({ subject, rows, known, client, deskUrl }: TeamMail) {
  return (
    <MailFrame title={subject}>
      <Text style={mailStyle.text}>{mails.team.intro}</Text>
      {known && <Text style={mailStyle.text}>{known}</Text>}
      {client && <MailLine label={client.text} href={client.url} />}
      <table width="100%" cellPadding={0} cellSpacing={0}>
        <tbody>
          {rows.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row" style={mailStyle.label}>
                {label}
              </th>
              <td style={mailStyle.value}>{value || mails.team.empty}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Hr style={mailStyle.rule} />
      <MailLine label={mails.team.desk} href={deskUrl} isButton />
    </MailFrame>
  );
}

/** Returns the team's email as plain text. */
export const teamText = ({ rows, known, client, deskUrl }: TeamMail) =>
  [
    mails.team.intro,
    ...(known ? [known] : []),
    ...(client ? [`${client.text}: ${client.url}`] : []),
    ...rows.map(({ label, value }) =>
      /\n/.test(value) ? `${label}:\n${value}` : `${label}: ${value || mails.team.empty}`,
    ),
    `${mails.team.desk}: ${deskUrl}`,
  ].join('\n\n');

const closing = fill(planner.closing, { email: site.contactEmail });
const signature = fill(mails.signature, { name: site.name });

/** Renders the session planner inside its email. */
function Planner() {
  return (
    <>
      <Hr style={mailStyle.rule} />
      <Text style={mailStyle.text}>{planner.intro}</Text>
      {planner.sections.map(({ id, title, when, items }) => (
        <div key={id}>
          <h2 style={mailStyle.subheading}>{title}</h2>
          <Text style={mailStyle.small}>{when}</Text>
          {items.map((item) => (
            <Text key={item.title} style={mailStyle.item}>
              <strong>{item.title}.</strong> {item.text}
            </Text>
          ))}
        </div>
      ))}
      <Text style={mailStyle.text}>{closing}</Text>
      <Hr style={mailStyle.rule} />
    </>
  );
}

/** Renders the confirmation. It quotes nothing that was typed, since the address may belong to someone else. */
export function ConfirmationEmail({ form }: { readonly form: FormName }) {
  const { subject, texts } = mails.confirmations[form];
  return (
    <MailFrame title={subject}>
      {[mails.greeting, ...texts].map((text) => (
        <Text key={text} style={mailStyle.text}>
          {text}
        </Text>
      ))}
      {form === 'lead-capture' && <Planner />}
      <Text style={mailStyle.text}>{signature}</Text>
      <Text style={mailStyle.small}>{mails.reason}</Text>
    </MailFrame>
  );
}

const plannerText = () => [
  planner.title,
  planner.intro,
  ...planner.sections.flatMap(({ title, when, items }) => [
    `${title} (${when})`,
    items.map((item) => `- ${item.title}. ${item.text}`).join('\n'),
  ]),
  closing,
];

/** Returns the confirmation as plain text. */
export function confirmationText(form: FormName): string {
  const { texts } = mails.confirmations[form];
  const middle = form === 'lead-capture' ? plannerText() : [];
  return [mails.greeting, ...texts, ...middle, signature, mails.reason].join('\n\n');
}
