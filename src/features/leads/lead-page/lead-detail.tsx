import words from '#content/desk.yaml';
import contactWords from '#content/desk-contacts.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { PresenceNote } from '#src/features/notifications/live/live-status.tsx';
import { FailedMailList } from '#src/features/notifications/outbox/failed-mail-list.tsx';
import { fill } from '#src/platform/fill.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { ActivityList } from '#src/workspace/activity-list.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { ErasePanel } from '#src/workspace/erase-panel.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import type { PostTo } from '#src/workspace/page-action.ts';
import { LeadMark, LeadRuler } from '../inbox/lead-ruler.tsx';
import type { LeadDetails } from './find-lead.ts';
import { LeadConversation } from './lead-conversation.tsx';
import styles from './lead-detail.module.css';
import { FollowUpPanel, LeadNotes, LeadStatusPanel } from './lead-forms.tsx';
import { LeadReplyForm, type SizeText } from './lead-reply-form.tsx';

const { lead: text } = words;

/** A contact of the studio with the lead's address. */
type KnownContact = { readonly id: string; readonly name: string };

type Seen = { readonly details: LeadDetails; readonly now: Date; readonly postTo: PostTo };

function Head({
  details: { lead, client, knownClient },
  contacts,
  now,
  postTo,
}: Seen & { readonly contacts: readonly KnownContact[] }) {
  const [project] = client?.projects ?? [];
  return (
    <header className={styles.head} id="lead-head" data-live>
      <div className={styles.who}>
        <h1 className="title-1" dir="auto">
          {lead.name}
        </h1>
        <p className="italic dim">
          <bdi>{lead.email}</bdi>
        </p>
      </div>
      <div className={styles.acts}>
        {lead.waitingSince && <PostButton action={postTo('answer')} label={text.answer} />}
        {client && (
          <ButtonLink
            href={`/desk/clients/${client.id}`}
            label={text.client}
            variant="secondary"
            size="small"
          />
        )}
        <ButtonLink href="#reply-text" label={text.reply} size="small" />
      </div>
      <div className={styles.wait}>
        <LeadMark lead={lead} now={now} />
        <LeadRuler lead={lead} now={now} />
        {lead.waitingSince === null && lead.answeredAt && lead.answeredByName !== null && (
          <p className="italic small dim">
            <FormattedText
              template={text.answeredBy}
              values={{ author: lead.answeredByName, time: <DeskTime at={lead.answeredAt} now={now} /> }}
            />
          </p>
        )}
      </div>
      {client === null && knownClient && (
        <div className={styles.project}>
          <p>
            <FormattedText
              template={text.knownClient}
              values={{
                client: (
                  <a href={`/desk/clients/${knownClient.id}`}>
                    <bdi>{knownClient.name}</bdi>
                  </a>
                ),
              }}
            />
          </p>
          {knownClient.projects.map(({ id, name }) => (
            <a key={id} href={`/desk/projects/${id}`}>
              <bdi>{name}</bdi>
            </a>
          ))}
        </div>
      )}
      {contacts.map(({ id, name }) => (
        <p key={id} className={styles.project}>
          <FormattedText
            template={contactWords.lead}
            values={{
              contact: (
                <a href={`/desk/contacts/${id}`}>
                  <bdi>{name}</bdi>
                </a>
              ),
            }}
          />
        </p>
      ))}
      {project && (
        <p className={styles.project}>
          <a href={`/desk/projects/${project.id}`}>
            <bdi>{fill(text.project, { project: project.name })}</bdi>
          </a>
        </p>
      )}
    </header>
  );
}

/** Renders one lead: submissions, replies, notes, activity and the available actions. */
export function LeadDetail({
  details,
  contacts,
  now,
  entryIds: [replyId, noteId],
  refused,
  listHref,
  sizeText,
  postTo,
  mayExport,
  children,
}: Seen & {
  readonly contacts: readonly KnownContact[];
  /** New UUIDs per request: for the next reply and the next note. */
  readonly entryIds: readonly [string, string];
  readonly refused: RefusedAction | null;
  /** The address of the filtered inbox. */
  readonly listHref: string;
  readonly sizeText: SizeText;
  /** True for members who may see everything in an export. */
  readonly mayExport: boolean;
  /** The lead's calls. */
  readonly children: React.ReactNode;
}) {
  const { lead, client, failed, activity, notes } = details;
  return (
    <article className={styles.lead}>
      <p className={styles.back}>
        <ArrowLink href={listHref} label={text.back} icon="arrow-left" />
      </p>
      <RefusedMessage refused={refused} />
      <PresenceNote />
      <Head {...{ details, contacts, now, postTo }} />
      <div id="lead-failed" data-live>
        {failed.length > 0 && (
          <Panel id="failed" title={words.failed.title} isUrgent>
            <FailedMailList mails={failed} postTo={postTo} />
          </Panel>
        )}
      </div>
      <LeadConversation details={details} now={now} postTo={postTo} />
      {children}
      <LeadStatusPanel details={details} refused={refused} postTo={postTo} />
      <LeadReplyForm {...{ details, now, replyId, refused, sizeText, postTo }} />
      <FollowUpPanel lead={lead} today={studioDayOf(now)} refused={refused} postTo={postTo} />
      <LeadNotes notes={notes} noteId={noteId} now={now} refused={refused} postTo={postTo} />
      <Panel id="activity" title={text.activity}>
        <div id="lead-activity" data-live>
          <ActivityList activity={activity} now={now} />
        </div>
      </Panel>
      {client === null && (
        <ErasePanel
          email={lead.email}
          exportHref={mayExport ? `/desk/leads/${lead.id}/export.json` : null}
          exportHint={text.data.exportHint}
          title={text.data.eraseTitle}
          hints={[text.data.eraseHint]}
          refused={refused}
          postTo={postTo}
        />
      )}
    </article>
  );
}

/**
 * Renders a preview of a lead next to the inbox: person, wait and messages. A preview does not mark the lead as seen.
 */
export function LeadPreview({
  details,
  now,
  href,
  postTo,
}: {
  readonly details: LeadDetails;
  readonly now: Date;
  /** Address of the lead's page. */
  readonly href: string;
  readonly postTo: PostTo;
}) {
  const { lead } = details;
  return (
    <article className={styles.lead} aria-label={lead.name}>
      <header className={styles.head}>
        <div className={styles.who}>
          <h2 className="title-1" dir="auto">
            {lead.name}
          </h2>
          <p className="italic dim">
            <bdi>{lead.email}</bdi>
          </p>
        </div>
        <div className={styles.acts}>
          <ButtonLink href={`${href}#reply-text`} label={words.lead.reply} size="small" />
        </div>
        <div className={styles.wait}>
          <LeadMark lead={lead} now={now} />
          <LeadRuler lead={lead} now={now} />
        </div>
      </header>
      <LeadConversation details={details} now={now} postTo={postTo} />
    </article>
  );
}
