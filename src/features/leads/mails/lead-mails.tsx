import words from '#content/forms.yaml';
import mails from '#content/mails.yaml';
import type { MailSettings } from '#src/features/outbox/mail-kinds.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { ConfirmationEmail, confirmationText } from './confirmation.email.tsx';
import type { StoredSubmission } from './find-submission.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import { whenText } from '#src/features/site/when-text.ts';
import { mailHtmlOf } from '#src/features/site/mail-frame.tsx';
import { TeamEmail, teamText, type TeamMail } from './team.email.tsx';

/** The same for every attempt at the same mail, so that a repeat can be recognised. */
const messageIdOf = (submissionId: string, whose: 'team' | 'sender', origin: string) =>
  `${submissionId}.${whose}@${new URL(origin).hostname.replaceAll(/[^\w.-]/g, '')}`;

function rowsOf({ form, formSource, fields, createdAt }: StoredSubmission) {
  const labels = Object.entries(words[form].fields as Record<string, { label: string }>);
  return [
    ...labels.map(([name, { label }]) => ({ label, value: fields[name] ?? '' })),
    { label: mails.team.form, value: `${form} (${formSource})` },
    { label: mails.team.received, value: whenText(createdAt) },
  ];
}

/** The mail that tells the team. Nothing that was typed reaches a header but a sender's address that is strictly one. */
export function teamMailOf(submission: StoredSubmission, { origin, teamInbox }: MailSettings): Mail {
  const { id, leadId, form, fields, number } = submission;
  const { subject } = words[form];
  const content: TeamMail = {
    subject,
    rows: rowsOf(submission),
    known: number > 1 ? mails.team.known.replace('{number}', String(number)) : null,
    deskUrl: `${origin}/desk/leads/${leadId}`,
  };
  const replyTo = mailAddressOf(fields['email'] ?? '');
  return {
    messageId: messageIdOf(id, 'team', origin),
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

/** The mail that tells the sender; null when theirs is no address that mail can go to. */
export async function senderMailOf(
  { id, form, fields }: StoredSubmission,
  { origin, teamInbox }: MailSettings,
): Promise<Mail | null> {
  const to = mailAddressOf(fields['email'] ?? '');
  if (to === null) return null;
  const attachments = form === 'lead-capture' ? [await plannerAttachment()] : [];
  return {
    messageId: messageIdOf(id, 'sender', origin),
    to,
    replyTo: teamInbox,
    subject: mails.confirmations[form].subject,
    html: mailHtmlOf(<ConfirmationEmail form={form} />),
    text: confirmationText(form),
    attachments,
  };
}
