import portal from '#content/portal.yaml';
import type { NotificationKind } from '#src/features/notices/events/notification.table.ts';

const { notifications: words } = portal;

export type ShownNotification = {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly projectId: string | null;
  readonly subjectId: string;
  readonly details: Readonly<Record<string, string>>;
};

/** Replaces each `{placeholder}`; what a value holds is left alone. */
const fill = (template: string, values: Readonly<Record<string, string>>) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** What a notification says, and under it what it is about. */
export function notificationTextOf({ kind, details }: ShownNotification): { said: string; about: string } {
  const isAtMoment = kind === 'comment-received' && details['at'] !== undefined;
  const author = details['author']?.split(' ')[0] ?? '';
  const said = fill(words[isAtMoment ? 'comment-received-at' : kind], { ...details, author });
  const about = (kind === 'file-waiting' ? details['file'] : details['project']) ?? details['description'];
  return { said, about: about ?? '' };
}

/** Where a notification leads. */
export function notificationHrefOf({ kind, projectId, subjectId }: ShownNotification): string {
  if (kind === 'invoice-issued' || kind === 'invoice-overdue') return `/portal/invoices/${subjectId}`;
  if (projectId === null) return '/portal/projects';
  return kind === 'message-received'
    ? `/portal/messages?project=${projectId}`
    : `/portal/projects/${projectId}`;
}
