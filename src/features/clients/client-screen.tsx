import clientWords from '#content/desk-clients.yaml';
import messageWords from '#content/desk-messages.yaml';
import words from '#content/desk.yaml';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { InvoiceMark } from '#src/features/invoices/invoice-mark.tsx';
import { SecurityLogPanel } from '#src/features/accounts/security-log/security-log-panel.tsx';
import { invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import { moneyOf } from '#src/features/invoices/money.ts';
import { dayText, momentDayText } from '#src/workspace/time-text.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';
import { Notice } from '#src/ui/notice.tsx';
import settings from '#content/invoice-settings.yaml';
import { Panel } from '#src/ui/panel.tsx';
import { ActivityList } from '#src/workspace/activity-list.tsx';
import { ClientPeoplePanel } from './client-people-panel.tsx';
import styles from './client-screen.module.css';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { ErasePanel } from '#src/workspace/erase-panel.tsx';
import { FailedMailList } from '#src/features/notifications/outbox/failed-mail-list.tsx';
import { DetailsPanel } from './details/details-panel.tsx';
import type { ClientDetails } from './find-client.ts';
import { postToWith } from '#src/workspace/page-action.ts';
import { fill } from '#src/platform/fill.ts';

const { client: text, lead: leadText, failed: failedText } = words;

type Seen = { readonly details: ClientDetails; readonly now: Date };

const postTo = postToWith('');

function Projects({ details: { projects, client } }: Seen) {
  return (
    <Panel id="projects" title={text.projects}>
      <div id="client-projects" data-live>
        {projects.length === 0 ? (
          <p className={`small dim ${styles.none}`}>{text.noProjects}</p>
        ) : (
          <ul className={styles.list}>
            {projects.map(({ id, number, name }) => (
              <li key={id}>
                {client.erasedAt ? <bdi>{name}</bdi> : <a href={`/desk/projects/${id}`}>{name}</a>}
                <span className="italic dim num">{projectCodeOf(number)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function Invoices({ details: { invoices, client }, now }: Seen) {
  if (!invoices) return null;
  return (
    <Panel
      id="invoices"
      title={text.invoices}
      aside={
        !client.erasedAt && (
          <a className="small" href={`/desk/clients/${client.id}/billing`}>
            {settings.billing.open}
          </a>
        )
      }
    >
      <div id="client-invoices" data-live>
        {invoices.length === 0 ? (
          <p className={`small dim ${styles.none}`}>{text.noInvoices}</p>
        ) : (
          <ul className={styles.list}>
            {invoices.map((invoice) => {
              const status = invoiceStatusOf(invoice, studioDayOf(now));
              return (
                <li key={invoice.id}>
                  <span className="num">
                    {invoice.code}, {moneyOf(invoice.amountCents, invoice.currency)}
                    {client.erasedAt && (
                      <span className={styles.kept}>
                        <bdi>{invoice.description}</bdi>, <bdi>{invoice.billToName}</bdi>,{' '}
                        <bdi>{invoice.billToEmail}</bdi>
                      </span>
                    )}
                  </span>
                  <span className="italic dim num">{dayText(invoice.dueOn)}</span>
                  <InvoiceMark status={status} />
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function Kept({ erasedAt, now }: { readonly erasedAt: Date; readonly now: Date }) {
  return (
    <Notice kind="success" role="status">
      <FormattedText template={text.kept} values={{ time: <DeskTime at={erasedAt} now={now} /> }} />
    </Notice>
  );
}

/** Renders a client for the team: projects, invoices, access, stored data and activity. */
export function ClientScreen({
  details,
  now,
  refused,
  isInvited,
  children,
}: Seen & {
  readonly refused: RefusedAction | null;
  /** True if a sign-in link was just requested. */
  readonly isInvited: boolean;
  /** The client's calls. */
  readonly children: React.ReactNode;
}) {
  const { client, people, failed, trail, activity } = details;
  const seen = { details, now };
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle
        title={client.name}
        back={{ href: '/desk/clients', label: clientWords.list.title }}
        above={
          <>
            {client.email && <bdi>{client.email}</bdi>}
            <span>{fill(text.since, { day: momentDayText(client.createdAt) })}</span>
          </>
        }
      >
        {!client.erasedAt && (
          <p className={styles.links}>
            {client.leadId && <a href={`/desk/leads/${client.leadId}`}>{text.lead}</a>}
            <a href={`/desk/messages?client=${client.id}`}>{messageWords.write}</a>
            <a href={`/desk/clients/${client.id}/edit`}>{text.edit}</a>
            <a href={`/desk/clients/${client.id}/merge`}>{text.merge}</a>
          </p>
        )}
      </DeskTitle>
      <RefusedMessage refused={refused} />
      {isInvited && (
        <Notice kind="success" role="status">
          {text.invited}
        </Notice>
      )}
      {client.erasedAt && <Kept erasedAt={client.erasedAt} now={now} />}
      <div id="client-failed" data-live>
        {failed.length > 0 && (
          <Panel id="failed" title={failedText.title} isUrgent>
            <FailedMailList mails={failed} postTo={postTo} />
          </Panel>
        )}
      </div>
      <div className={styles.columns}>
        {!client.erasedAt && (
          <DetailsPanel
            details={client}
            listPath="/desk/clients"
            editHref={`/desk/clients/${client.id}/edit`}
          />
        )}
        <Projects {...seen} />
        <Invoices {...seen} />
        {!client.erasedAt && <ClientPeoplePanel people={people} {...{ now, refused, postTo }} />}
        {!client.erasedAt && (
          <ErasePanel
            email={client.email}
            exportHref={details.invoices && `/desk/clients/${client.id}/export.json`}
            exportHint={text.exportHint}
            title={text.eraseTitle}
            hints={[text.eraseHint, text.keeps]}
            refused={refused}
            postTo={postTo}
          />
        )}
      </div>
      {!client.erasedAt && children}
      {!client.erasedAt && <SecurityLogPanel trail={trail} />}
      <Panel id="activity" title={leadText.activity}>
        <div id="client-activity" data-live>
          <ActivityList activity={activity} now={now} />
        </div>
      </Panel>
    </div>
  );
}
