import words from '#content/desk.yaml';
import { LeadMark, LeadRuler } from '#src/features/leads/inbox/lead-ruler.tsx';
import type { PostTo } from '#src/workspace/page-action.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import type { LeadDetails } from './find-lead.ts';
import { LeadConversation } from './lead-conversation.tsx';
import styles from './lead-detail.module.css';

/**
 * A lead beside the inbox, to be read without opening it: who it is, how long they wait, what was written. Reading here
 * changes nothing: the lead stays new until its own page is opened.
 */
export function LeadPreview({
  details,
  now,
  href,
  postTo,
}: {
  readonly details: LeadDetails;
  readonly now: Date;
  /** The lead's own page. */
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
