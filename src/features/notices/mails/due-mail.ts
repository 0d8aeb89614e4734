import { eq, sql } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { clientMailItems, clientMails, type ClientMailKind } from './client-mail.table.ts';
import { fileApprovals, files } from '#src/features/recordings/files/file.table.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** A client counts as looking for so long after the portal last said so; open pages say it three times a minute. */
export const lookingMs = 45_000;

export type MailItem = Pick<
  typeof clientMailItems.$inferSelect,
  'kind' | 'projectId' | 'details' | 'madeAt'
> & {
  readonly projectName: string | null;
  /** A file that is not approved, an invoice that is pending. */
  readonly isOpen: boolean;
};

export type DueMail = {
  readonly id: string;
  readonly audience: 'client' | 'team';
  readonly kind: ClientMailKind;
  readonly takenAt: Date | null;
  readonly client: Pick<
    typeof people.$inferSelect,
    'id' | 'name' | 'email' | 'mailPreference' | 'lookedAt' | 'disabledAt' | 'erasedAt'
  >;
  readonly items: readonly MailItem[];
};

const itemsOf = (tx: Db, mailId: string): Promise<MailItem[]> =>
  tx
    .select({
      kind: clientMailItems.kind,
      projectId: projects.id,
      projectName: projects.name,
      details: clientMailItems.details,
      madeAt: clientMailItems.madeAt,
      isOpen: sql<boolean>`coalesce(${invoices.state} = 'pending', ${files.id} is not null and ${fileApprovals.fileId} is null)`,
    })
    .from(clientMailItems)
    .leftJoin(projects, eq(projects.id, clientMailItems.projectId))
    .leftJoin(files, eq(files.id, clientMailItems.subjectId))
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .leftJoin(invoices, eq(invoices.id, clientMailItems.subjectId))
    .where(eq(clientMailItems.mailId, mailId))
    .orderBy(clientMailItems.madeAt, clientMailItems.subjectId);

/** A mail that is still to leave, with all that it may tell, held for the caller's transaction; null when it is settled. */
export async function lockDueMail(tx: Db, mailId: string): Promise<DueMail | null> {
  const [mail] = await tx
    .select({
      id: clientMails.id,
      audience: clientMails.audience,
      kind: clientMails.kind,
      state: clientMails.state,
      takenAt: clientMails.takenAt,
      client: {
        id: people.id,
        name: people.name,
        email: people.email,
        mailPreference: people.mailPreference,
        lookedAt: people.lookedAt,
        disabledAt: people.disabledAt,
        erasedAt: people.erasedAt,
      },
    })
    .from(clientMails)
    .innerJoin(people, eq(people.id, clientMails.clientId))
    .where(eq(clientMails.id, mailId))
    .for('update', { of: clientMails });
  if (!mail || mail.state !== 'queued') return null;
  const { state: _state, ...due } = mail;
  return { ...due, items: await itemsOf(tx, mailId) };
}

export type MailDecision =
  | { readonly kind: 'send'; readonly items: readonly MailItem[] }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'skip'; readonly reason: string };

/** Does this still have to be told to a client who last looked then? */
function isNews({ kind, madeAt, isOpen }: MailItem, isDaily: boolean, lookedAt: Date | null): boolean {
  const isSeen = lookedAt !== null && lookedAt >= madeAt;
  if (kind === 'message-received' || kind === 'comment-received') return !isSeen;
  // Once a day whatever still waits is told, seen or not.
  return isOpen && (isDaily || !isSeen);
}

/**
 * What is to become of a mail now. A client who looked a moment before something happened may be looking at it: whether they
 * are shows within `lookingMs`, when their page has said so again or has not.
 */
export function decideMail(mail: DueMail, now: Date): MailDecision {
  const { audience, client, items, kind, takenAt } = mail;
  if (client.erasedAt) return { kind: 'skip', reason: 'erased' };
  if (audience === 'team') return { kind: 'send', items };
  if (client.disabledAt) return { kind: 'skip', reason: 'disabled' };
  if (client.mailPreference === 'none') return { kind: 'skip', reason: 'wants no mail' };
  const isDaily = kind === 'daily';
  const news = items.filter((item) => isNews(item, isDaily, client.lookedAt));
  if (news.length === 0) return { kind: 'skip', reason: 'nothing waits any more' };
  const lookedMsAgo = client.lookedAt ? now.getTime() - client.lookedAt.getTime() : Infinity;
  if (!isDaily && takenAt === null && lookedMsAgo < lookingMs)
    return { kind: 'wait', until: new Date(now.getTime() + lookingMs) };
  return { kind: 'send', items: news };
}
