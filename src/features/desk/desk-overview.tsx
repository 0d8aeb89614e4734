import type { FailedDelivery } from '#src/features/leads/failed-deliveries.ts';
import type { LeadRecord } from '#src/features/leads/list-leads.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import styles from './desk-overview.module.css';

/** One decision about one submission, as a form that works without scripts. */
function Decision({
  id,
  action,
  label,
}: {
  readonly id: string;
  readonly action: 'release' | 'delete' | 'retry';
  readonly label: string;
}) {
  return (
    <form method="post" action="/desk/submissions">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="action" value={action} />
      <Button type="submit" label={label} variant="secondary" size="small" />
    </form>
  );
}

function HeldList({ leads }: { readonly leads: readonly LeadRecord[] }) {
  const held = leads.flatMap((lead) => lead.submissions.filter((submission) => submission.held));
  if (held.length === 0) return <p>Nothing is held.</p>;
  return (
    <ul className={styles.list}>
      {held.map(({ id, form, createdAt, fields }) => (
        <li key={id}>
          <h3 className="title-3">{fields['name']}</h3>
          <p className="small dim">
            {form}, {createdAt}
          </p>
          <dl className={styles.fields}>
            {Object.entries(fields).map(([field, value]) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className={styles.decisions}>
            <Decision id={id} action="release" label="Release" />
            <Decision id={id} action="delete" label="Delete" />
          </div>
        </li>
      ))}
    </ul>
  );
}

function FailedList({ failed }: { readonly failed: readonly FailedDelivery[] }) {
  if (failed.length === 0) return <p>Every delivery went out or is under way.</p>;
  return (
    <ul className={styles.list}>
      {failed.map(({ submissionId, kind, form, reason, attempts }) => (
        <li key={`${submissionId} ${kind}`}>
          <h3 className="title-3">
            {kind} of a {form} form
          </h3>
          <p>{reason}</p>
          <p className="small dim">Attempts: {attempts}</p>
          <Decision id={submissionId} action="retry" label="Try again" />
        </li>
      ))}
    </ul>
  );
}

/** What the team sees until there is an inbox: counts, exports, what was held and what could not be delivered. */
export function DeskOverview({
  leads,
  failed,
}: {
  readonly leads: readonly LeadRecord[];
  readonly failed: readonly FailedDelivery[];
}) {
  const people = leads.filter((lead) => !lead.held).length;
  const sent = leads.flatMap((lead) => lead.submissions);
  return (
    <section className={styles.desk} data-s="paper">
      <div className="wrap">
        <h1 className="title">Leads</h1>
        <p>
          {people} people, {sent.length} submissions.
        </p>
        <div className={styles.decisions}>
          <ButtonLink href="/desk/leads.csv" label="Export as CSV" variant="secondary" download />
          <ButtonLink href="/desk/leads.json" label="Export as JSON" variant="secondary" />
        </div>
        <h2 className="title-2">Held submissions</h2>
        <HeldList leads={leads} />
        <h2 className="title-2">Failed deliveries</h2>
        <FailedList failed={failed} />
      </div>
    </section>
  );
}
