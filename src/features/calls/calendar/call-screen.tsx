import words from '#content/desk-calls.yaml';
import { RefusedNotice } from '#src/features/accounts/access/refused-notice.tsx';
import { wallClockText, wallClock } from '#src/features/calls/times/wall-clock.ts';
import { ActivityList } from '#src/workspace/activity-list.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { Filled } from '#src/workspace/filled.tsx';
import { typedRows } from '#src/features/leads/typed-rows.ts';
import { callClocks } from '#src/studio/clock-words.ts';
import { fill } from '#src/platform/fill.ts';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { CallForms } from './call-forms.tsx';
import { CallMark, kindText } from './call-mark.tsx';
import styles from './call-screen.module.css';
import type { CallDetails } from './find-call.ts';

const { call: text } = words;

/** One fact of a call: its name and its value. */
function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt className="italic dim">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function About({ details, now }: { readonly details: CallDetails; readonly now: Date }) {
  const { call, kind, host, lead, client, project, place } = details;
  const clocks = callClocks(call, host.timeZone);
  const linked = [
    [text.lead, lead && `/desk/leads/${lead.id}`, lead?.name],
    [text.client, client && `/desk/clients/${client.id}`, client?.name],
    [text.project, project && `/desk/projects/${project.id}`, project?.name],
  ] as const;
  return (
    <dl className={styles.facts}>
      <Fact name={text.who}>
        <span>
          <bdi>{call.name}</bdi>, <bdi>{call.email}</bdi>
        </span>
      </Fact>
      <Fact name={text.kind}>{kindText(kind?.name ?? null)}</Fact>
      <Fact name={clocks.isSame ? text.time : text.ourTime}>{clocks.host.all}</Fact>
      {!clocks.isSame && <Fact name={text.theirTime}>{clocks.visitor.all}</Fact>}
      <Fact name={text.host}>
        <bdi>{host.name}</bdi>
      </Fact>
      <Fact name={text.place}>{place === '' ? text.noPlace : <bdi>{place}</bdi>}</Fact>
      <Fact name={text.state}>
        <CallMark state={call.state} />
        {call.holdUntil && (
          <span className="italic dim">
            <Filled template={text.keptUntil} values={{ time: <DeskTime at={call.holdUntil} now={now} /> }} />
          </span>
        )}
        {call.cancelledBy && <p>{call.cancelledBy === 'team' ? text.byTeam : text.byVisitor}</p>}
        {call.reason !== '' && <p dir="auto">{fill(text.reason, { reason: call.reason })}</p>}
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

/** The filled-in fields of the form that the call was booked with, under the form's labels; nothing where there are none. */
export function Typed({ typed }: Pick<CallDetails, 'typed'>) {
  const rows = typed === null ? [] : typedRows(typed.form, typed.fields);
  const filled = rows.filter(({ value }) => value.trim() !== '');
  if (filled.length === 0) return null;
  return (
    <Panel id="typed" title={text.typed}>
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

/** Have the rules of a zone changed since the clocks of a call to come were written down? */
function isMoved({ call, host }: CallDetails, now: Date): boolean {
  const startMs = call.startsAt.getTime();
  return (
    call.state === 'booked' &&
    call.startsAt > now &&
    (wallClock(startMs, host.timeZone) !== call.hostClock ||
      wallClock(startMs, call.visitorZone) !== call.visitorClock)
  );
}

/** The team's page of a call: its facts, its history and its forms. */
export function CallScreen({
  backHref,
  ...seen
}: React.ComponentProps<typeof CallForms> & {
  /** The calendar with this call. */
  readonly backHref: string;
}) {
  const { details, now, refused } = seen;
  const { call, activity } = details;
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle
        title={fill(text.title, { name: call.name })}
        back={{ href: backHref, label: words.calendar.title }}
      />
      <RefusedNotice refused={refused} />
      {call.state === 'booked' && call.startsAt > now && details.host.disabledAt && (
        <Notice kind="error" role="status">
          {fill(text.left, { host: details.host.name })}
        </Notice>
      )}
      {isMoved(details, now) && (
        <Notice kind="error" role="status">
          {fill(text.moved, {
            theirs: wallClockText(call.visitorClock),
            ours: wallClockText(call.hostClock),
          })}
        </Notice>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Panel id="about" title={text.about}>
            <div id="call-about" data-live>
              <About details={details} now={now} />
            </div>
          </Panel>
          <Typed typed={details.typed} />
        </div>
        <div className={styles.column} id="call-forms" data-live={refused ? undefined : ''}>
          <CallForms {...seen} />
        </div>
      </div>
      <Panel id="activity" title={text.history}>
        <div id="call-activity" data-live>
          <ActivityList activity={activity} now={now} />
        </div>
      </Panel>
    </div>
  );
}
