import words from '#content/forms.yaml';
import mails from '#content/mails.yaml';
import type { MailSettings } from '#src/features/notifications/outbox/mail-kinds.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import { messageIdOf } from '#src/platform/mail/message-id.ts';
import { ConfirmationEmail, confirmationText } from './confirmation.email.tsx';
import type { StoredSubmission } from './find-submission.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import { whenText } from '#src/studio/when-text.ts';
import { pickedTimeRows } from '../picked-time.ts';
import { mailHtmlOf } from '#src/studio/mail-frame.tsx';
import { TeamEmail, teamText, type TeamMail } from './team.email.tsx';

/** The conversation with a lead: every mail to them or about them belongs to it. */
export const leadThreadOf = (leadId: string, origin: string) => messageIdOf(`${leadId}.lead`, origin);

/** The confirmation of a submission, which the sender has. */
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
 * The mail that tells the team. Nothing that was typed reaches a header but a sender's address that is strictly one, and
 * their name in the subject, on one line and cut.
 */
export function teamMailOf(submission: StoredSubmission, { origin, teamInbox }: MailSettings): Mail {
  const { id, leadId, form, fields, number } = submission;
  const replyTo = mailAddressOf(fields['email'] ?? '');
  const name = nameOf(fields['name'], replyTo ?? mails.team.unnamed, 80);
  const subject = fill(mails.team.subject, { subject: words[form].subject, name });
  const content: TeamMail = {
    subject,
    rows: rowsOf(submission),
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

/** The mail that tells the sender; null when theirs is no address that mail can go to. */
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
