import words from '#content/desk-calls.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import { wallClockText, wallClock } from '../times/clock-text.ts';
import { ActivityList } from '#src/workspace/activity-list.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { submissionRows } from '#src/features/leads/submission-rows.ts';
import { callClocks, clockWords } from '#src/studio/clock-words.ts';
import { fill } from '#src/platform/fill.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { CallForms } from './call-forms.tsx';
import { CallMark, kindText } from './call-mark.tsx';
import { joinHrefOf } from './join-call.ts';
import styles from './call-screen.module.css';
import type { CallDetails } from './find-call.ts';

const { call: labels } = words;

/** A detail of a call: its label and value. */
function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt className="italic dim">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Shown = { readonly details: CallDetails; readonly now: Date };

/** When and where the call is, with the link to join it while it is booked. */
function When({ details: { call, host, place }, now }: Shown) {
  const clocks = callClocks(call, host.timeZone);
  const until = clockWords(call.endsAt, host.timeZone).time;
  const joinHref = call.state === 'booked' && call.endsAt > now ? joinHrefOf(place) : null;
  return (
    <div className={styles.when}>
      <p>
        <time dateTime={call.startsAt.toISOString()} className="title-3">
          {clocks.host.day}, <span className="num">{`${clocks.host.time}–${until}`}</span>
        </time>{' '}
        <span className="small dim">({clocks.host.zone})</span>
      </p>
      {!clocks.isSame && (
        <p className="small dim">
          {labels.theirTime}: {clocks.visitor.all}
        </p>
      )}
      <div className={styles.place}>
        {joinHref && (
          <ButtonLink href={joinHref} label={labels.join} target="_blank" rel="noopener" size="small" />
        )}
        <p>
          {place === '' ? (
            <>
              {labels.noPlace} <a href="/desk/calls/hours#settings">{labels.setPlace}</a>
            </>
          ) : (
            <bdi>{place}</bdi>
          )}
        </p>
      </div>
    </div>
  );
}

/** The call that this one replaces, and the calls or offered times that replace it. */
function Related({ details: { call, host, related }, now }: Shown) {
  const former = related.filter(({ id }) => id === call.replacesId);
  const later = related.filter(({ id }) => id !== call.replacesId);
  return [
    [labels.replaces, former] as const,
    [later.some(({ state }) => state !== 'offered') ? labels.replacedBy : labels.offered, later] as const,
  ].map(
    ([name, listed]) =>
      listed.length > 0 && (
        <Fact key={name} name={name}>
          {listed.map(({ id, startsAt, state, holdUntil }) => (
            <p key={id} className={styles.related}>
              <a href={`/desk/calls/${id}`}>{clockWords(startsAt, host.timeZone).all}</a>
              <CallMark state={state} />
              {holdUntil && <KeptUntil until={holdUntil} now={now} />}
            </p>
          ))}
        </Fact>
      ),
  );
}

const KeptUntil = ({ until, now }: { readonly until: Date; readonly now: Date }) => (
  <span className="italic dim">
    <FormattedText template={labels.keptUntil} values={{ time: <DeskTime at={until} now={now} /> }} />
  </span>
);

function About({ details, now }: Shown) {
  const { call, kind, host, lead, client, project } = details;
  const linked = [
    [labels.lead, lead && `/desk/leads/${lead.id}`, lead?.name],
    [labels.client, client && `/desk/clients/${client.id}`, client?.name],
    [labels.project, project && `/desk/projects/${project.id}`, project?.name],
  ] as const;
  return (
    <dl className={styles.facts}>
      <Fact name={labels.state}>
        <CallMark state={call.state} />
        {call.holdUntil && <KeptUntil until={call.holdUntil} now={now} />}
        {call.cancelledBy && <p>{call.cancelledBy === 'team' ? labels.byTeam : labels.byVisitor}</p>}
        {call.reason !== '' && <p dir="auto">{fill(labels.reason, { reason: call.reason })}</p>}
      </Fact>
      <Related details={details} now={now} />
      <Fact name={labels.who}>
        <span>
          <bdi>{call.name}</bdi>, <bdi>{call.email}</bdi>
        </span>
      </Fact>
      <Fact name={labels.kind}>{kindText(kind?.name ?? null)}</Fact>
      <Fact name={labels.host}>
        <bdi>{host.name}</bdi>
      </Fact>
      {linked.map(
        ([name, href, title]) =>
          href && (
            <Fact key={name} name={name}>
              <a href={href} dir="auto">
                {title}
              </a>
            </Fact>
          ),
      )}
    </dl>
  );
}

/** The completed fields of the booking form with their labels; renders nothing if there are none. */
export function Typed({ typed }: Pick<CallDetails, 'typed'>) {
  const rows = typed === null ? [] : submissionRows(typed.form, typed.fields);
  const filled = rows.filter(({ value }) => value.trim() !== '');
  if (filled.length === 0) return null;
  return (
    <Panel id="typed" title={labels.typed}>
      <dl className={styles.facts}>
        {filled.map(({ label, value }) => (
          <Fact key={label} name={label}>
            <span className={styles.typed} dir="auto">
              {value}
            </span>
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

/** True if the local time of an upcoming call has changed with the rules of a time zone. */
function isMoved({ call, host }: CallDetails, now: Date): boolean {
  const startMs = call.startsAt.getTime();
  return (
    call.state === 'booked' &&
    call.startsAt > now &&
    (wallClock(startMs, host.timeZone) !== call.hostClock ||
      wallClock(startMs, call.visitorZone) !== call.visitorClock)
  );
}

/** The team's page of a call: when and where it is, what can be changed, its details and history. */
export function CallScreen({
  backHref,
  ...seen
}: React.ComponentProps<typeof CallForms> & {
  /** The calendar view that contains this call. */
  readonly backHref: string;
}) {
  const { details, now, refused } = seen;
  const { call, activity } = details;
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle
        title={fill(labels.title, { name: call.name })}
        back={{ href: backHref, label: words.calendar.title }}
      />
      <RefusedMessage refused={refused} />
      {call.state === 'booked' && call.startsAt > now && details.host.disabledAt && (
        <Notice kind="error" role="status">
          {fill(labels.left, { host: details.host.name })}
        </Notice>
      )}
      {isMoved(details, now) && (
        <Notice kind="error" role="status">
          {fill(labels.moved, {
            theirs: wallClockText(call.visitorClock),
            ours: wallClockText(call.hostClock),
          })}
        </Notice>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Panel id="about" title={labels.about}>
            <div id="call-about" data-live>
              <When details={details} now={now} />
              <About details={details} now={now} />
            </div>
          </Panel>
        </div>
        <div className={styles.column}>
          <div className={styles.column} id="call-forms" data-live={refused ? undefined : ''}>
            <CallForms {...seen} />
          </div>
          <Typed typed={details.typed} />
        </div>
      </div>
      <Panel id="activity" title={labels.history}>
        <div id="call-activity" data-live>
          <ActivityList activity={activity} now={now} />
        </div>
      </Panel>
    </div>
  );
}
