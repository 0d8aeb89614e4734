import words from '#content/desk-calls.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import { wallClockText, wallClock } from '../times/clock-text.ts';
import { ActivityList } from '#src/workspace/activity-list.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { submissionRows } from '#src/features/leads/submission-rows.ts';
import { callClocks } from '#src/studio/clock-words.ts';
import { fill } from '#src/platform/fill.ts';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { CallMark, kindText } from './call-mark.tsx';
import styles from './call-screen.module.css';
import type { CallDetails } from './find-call.ts';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { postToWith } from '#src/workspace/page-action.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { SelectField, TextAreaField } from '#src/ui/field.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { EnteredTimeFields } from './entered-time.tsx';

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

function About({ details, now }: { readonly details: CallDetails; readonly now: Date }) {
  const { call, kind, host, lead, client, project, place } = details;
  const clocks = callClocks(call, host.timeZone);
  const linked = [
    [labels.lead, lead && `/desk/leads/${lead.id}`, lead?.name],
    [labels.client, client && `/desk/clients/${client.id}`, client?.name],
    [labels.project, project && `/desk/projects/${project.id}`, project?.name],
  ] as const;
  return (
    <dl className={styles.facts}>
      <Fact name={labels.who}>
        <span>
          <bdi>{call.name}</bdi>, <bdi>{call.email}</bdi>
        </span>
      </Fact>
      <Fact name={labels.kind}>{kindText(kind?.name ?? null)}</Fact>
      <Fact name={clocks.isSame ? labels.time : labels.ourTime}>{clocks.host.all}</Fact>
      {!clocks.isSame && <Fact name={labels.theirTime}>{clocks.visitor.all}</Fact>}
      <Fact name={labels.host}>
        <bdi>{host.name}</bdi>
      </Fact>
      <Fact name={labels.place}>{place === '' ? labels.noPlace : <bdi>{place}</bdi>}</Fact>
      <Fact name={labels.state}>
        <CallMark state={call.state} />
        {call.holdUntil && (
          <span className="italic dim">
            <FormattedText
              template={labels.keptUntil}
              values={{ time: <DeskTime at={call.holdUntil} now={now} /> }}
            />
          </span>
        )}
        {call.cancelledBy && <p>{call.cancelledBy === 'team' ? labels.byTeam : labels.byVisitor}</p>}
        {call.reason !== '' && <p dir="auto">{fill(labels.reason, { reason: call.reason })}</p>}
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

/** The team's page of a call: its details, history and forms. */
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
              <About details={details} now={now} />
            </div>
          </Panel>
          <Typed typed={details.typed} />
        </div>
        <div className={styles.column} id="call-forms" data-live={refused ? undefined : ''}>
          <CallForms {...seen} />
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

const postTo = postToWith('');

type Seen = { readonly details: CallDetails; readonly refused: RefusedAction | null };

/** Returns the refused form if it belongs to this action, or null. */
const mineOf = (refused: RefusedAction | null, action: string) =>
  refused?.action === action ? refused : null;

/** The call's SEQUENCE when the page was rendered. */
const Sequence = ({ details: { call } }: Pick<Seen, 'details'>) => (
  <input type="hidden" name="sequence" value={call.sequence} />
);

function MoveForm({
  details,
  refused,
  times,
  timeZone,
}: Seen & { readonly times: readonly number[]; readonly timeZone: string }) {
  return (
    <Panel id="move" title={words.move.title}>
      <form className={styles.form} method="post" action={postTo('move')} noValidate>
        <Sequence details={details} />
        <EnteredTimeFields
          times={times}
          timeZone={timeZone}
          suggestedMs={details.call.startsAt.getTime()}
          refused={mineOf(refused, 'move')}
        />
        <Button type="submit" label={words.move.submit} size="small" />
      </form>
    </Panel>
  );
}

function ReassignForm({
  details,
  refused,
  hosts,
}: Seen & { readonly hosts: readonly { readonly id: string; readonly name: string }[] }) {
  const { reassign: text } = words;
  const mine = mineOf(refused, 'reassign');
  const others = hosts.filter(({ id }) => id !== details.call.hostId);
  return (
    <Panel id="reassign" title={text.title}>
      {others.length === 0 ? (
        <p className={`small dim ${styles.none}`}>{text.nobody}</p>
      ) : (
        <form className={styles.form} method="post" action={postTo('reassign')} noValidate>
          <Sequence details={details} />
          <input type="hidden" name="starts" value={details.call.startsAt.toISOString()} />
          <SelectField
            id="host"
            name="host"
            label={text.host}
            hint={text.hint}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValue={mine?.entries['host']}
            error={mine?.errors['host']}
            isWide
          />
          <Button type="submit" label={text.submit} variant="secondary" size="small" />
        </form>
      )}
    </Panel>
  );
}

function CancelForm({ details, refused }: Seen) {
  const { cancel: text } = words;
  const mine = mineOf(refused, 'cancel');
  return (
    <Panel id="cancel" title={text.title}>
      <form className={styles.form} method="post" action={postTo('cancel')} noValidate>
        <Sequence details={details} />
        <TextAreaField
          id="reason"
          name="reason"
          label={text.reason}
          hint={text.hint}
          rows={2}
          defaultValue={mine?.entries['reason'] ?? ''}
          error={mine?.errors['reason']}
          dir="auto"
          isWide
        />
        <Button type="submit" label={text.submit} variant="danger" size="small" />
      </form>
    </Panel>
  );
}

function MarkForms() {
  const { mark: text } = words;
  return (
    <Panel id="mark" title={text.title}>
      <div className={styles.form}>
        <p className="small dim" data-wide>
          {text.hint}
        </p>
        <div className={styles.row}>
          <PostButton action={postTo('happened')} label={text.happened} />
          <PostButton action={postTo('missed')} label={text.missed} />
        </div>
      </div>
    </Panel>
  );
}

/** A link to offer new times after a call that did not take place. */
function OfferAgain({ details: { call, kind, lead, client } }: Pick<Seen, 'details'>) {
  const { again: text } = words;
  const page = lead ? `/desk/leads/${lead.id}` : client && `/desk/clients/${client.id}`;
  if (page === null) return null;
  const query = new URLSearchParams({
    calls: 'offer',
    ...(kind && call.kindId ? { kind: call.kindId } : {}),
  });
  return (
    <Panel id="again" title={text.title}>
      <div className={styles.form}>
        <p className="small dim" data-wide>
          {fill(text.hint, { name: call.name })}
        </p>
        <ButtonLink href={`${page}?${query}#calls`} label={text.offer} size="small" />
      </div>
    </Panel>
  );
}

function RestoreForm() {
  const { restore: text } = words;
  return (
    <Panel id="restore" title={text.title}>
      <div className={styles.form}>
        <p className="small dim" data-wide>
          {text.hint}
        </p>
        <PostButton action={postTo('restore')} label={text.submit} />
      </div>
    </Panel>
  );
}

/** The forms that the call's state allows. */
export function CallForms({
  now,
  times,
  timeZone,
  hosts,
  ...seen
}: Seen & {
  readonly now: Date;
  /** The free start times, earliest first. */
  readonly times: readonly number[];
  readonly timeZone: string;
  /** Everyone who takes calls. */
  readonly hosts: readonly { readonly id: string; readonly name: string }[];
}) {
  const { state, startsAt } = seen.details.call;
  const isOver = startsAt <= now;
  if (isOver)
    return (
      <>
        {state === 'missed' && <OfferAgain {...seen} />}
        {['booked', 'happened', 'missed'].includes(state) && <MarkForms />}
      </>
    );
  if (state === 'cancelled')
    return (
      <>
        <RestoreForm />
        <OfferAgain {...seen} />
      </>
    );
  if (state !== 'booked') return null;
  return (
    <>
      <MoveForm {...seen} times={times} timeZone={timeZone} />
      <ReassignForm {...seen} hosts={hosts} />
      <CancelForm {...seen} />
    </>
  );
}
