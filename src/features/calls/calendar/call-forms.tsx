import { v7 as uuidv7 } from 'uuid';
import words from '#content/desk-calls.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextAreaField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { postToWith } from '#src/workspace/page-action.ts';
import styles from './call-screen.module.css';
import { EnteredTimeFields } from './entered-time.tsx';
import type { CallDetails } from './find-call.ts';
import { OfferedTimes, suggestTimes } from './offered-times.tsx';

const postTo = postToWith('');

type Seen = {
  readonly details: CallDetails;
  readonly refused: RefusedAction | null;
  readonly now: Date;
  /** The free start times, earliest first. */
  readonly times: readonly number[];
  readonly timeZone: string;
  /** Everyone who takes calls. */
  readonly hosts: readonly { readonly id: string; readonly name: string }[];
};

/** Returns the refused form if it belongs to this action, or null. */
const mineOf = (refused: RefusedAction | null, action: string) =>
  refused?.action === action ? refused : null;

/** The call's SEQUENCE when the page was rendered. */
const Sequence = ({ details: { call } }: Pick<Seen, 'details'>) => (
  <input type="hidden" name="sequence" value={call.sequence} />
);

/** A button that unfolds a form; opening one closes the others. */
function Unfolding({
  label,
  isOpen,
  children,
}: {
  readonly label: string;
  readonly isOpen: boolean;
  readonly children: React.ReactNode;
}) {
  return (
    <details className={styles.unfolding} name="change" open={isOpen}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}

function MoveForm({ details, refused, times, timeZone }: Seen) {
  const mine = mineOf(refused, 'move');
  return (
    <Unfolding label={words.move.open} isOpen={mine !== null}>
      <form
        className={styles.form}
        method="post"
        action={postTo('move')}
        aria-label={words.move.open}
        noValidate
      >
        <Sequence details={details} />
        <EnteredTimeFields
          times={times}
          timeZone={timeZone}
          suggestedMs={details.call.startsAt.getTime()}
          refused={mine}
        />
        <Button type="submit" label={words.move.submit} size="small" />
      </form>
    </Unfolding>
  );
}

function ReassignForm({ details, refused, hosts }: Seen) {
  const { reassign: text } = words;
  const mine = mineOf(refused, 'reassign');
  const others = hosts.filter(({ id }) => id !== details.call.hostId);
  return (
    <Unfolding label={text.open} isOpen={mine !== null}>
      {others.length === 0 ? (
        <p className={`small dim ${styles.none}`}>{text.nobody}</p>
      ) : (
        <form
          className={styles.form}
          method="post"
          action={postTo('reassign')}
          aria-label={text.open}
          noValidate
        >
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
          <Button type="submit" label={text.submit} size="small" />
        </form>
      )}
    </Unfolding>
  );
}

function CancelForm({ details, refused }: Seen) {
  const { cancel: text } = words;
  const mine = mineOf(refused, 'cancel');
  return (
    <Unfolding label={text.open} isOpen={mine !== null}>
      <form className={styles.form} method="post" action={postTo('cancel')} aria-label={text.open} noValidate>
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
    </Unfolding>
  );
}

/** A form that offers new times in place of this call; for a no-show it also marks the call. */
function NewTimesForm({
  action,
  submit,
  ...seen
}: Seen & { readonly action: 'missed' | 'offer'; readonly submit: string }) {
  const { details, refused, times, timeZone } = seen;
  const { call } = details;
  const mine = mineOf(refused, action);
  return (
    <form className={styles.offer} method="post" action={postTo(action)} aria-label={submit} noValidate>
      <input type="hidden" name="entry" value={mine?.entries['entry'] ?? uuidv7()} />
      <OfferedTimes
        {...{ times, timeZone }}
        theirZone={call.visitorZone}
        suggested={suggestTimes(times, call.startsAt.getTime(), timeZone)}
        refused={mine}
      />
      {(action === 'missed' || times.length > 0) && (
        <div>
          <Button type="submit" label={submit} size="small" />
        </div>
      )}
    </form>
  );
}

/** How a call went: completed, or a no-show with new times for the client. */
function MarkForms(seen: Seen) {
  const { mark: text } = words;
  const { call } = seen.details;
  return (
    <Panel id="mark" title={text.title}>
      <div className={styles.buttons}>
        {call.state !== 'happened' && <PostButton action={postTo('happened')} label={text.happened} />}
        {call.state !== 'missed' && (
          <Unfolding label={text.missed} isOpen={mineOf(seen.refused, 'missed') !== null}>
            <p className={`small ${styles.none}`}>{fill(text.hint, { name: call.name })}</p>
            <NewTimesForm {...seen} action="missed" submit={text.submit} />
          </Unfolding>
        )}
      </div>
    </Panel>
  );
}

/** New times after a call that did not take place, unless it was booked anew. */
function OfferAgain(seen: Seen) {
  const { again: text } = words;
  const { call, related } = seen.details;
  const later = related.filter(({ id }) => id !== call.replacesId);
  if (later.some(({ state }) => state !== 'offered')) return null;
  return (
    <Panel id="again" title={text.title}>
      <div className={styles.buttons}>
        <Unfolding
          label={later.length > 0 ? text.offerOthers : text.offer}
          isOpen={mineOf(seen.refused, 'offer') !== null}
        >
          <p className={`small ${styles.none}`}>{fill(text.hint, { name: call.name })}</p>
          <NewTimesForm {...seen} action="offer" submit={text.submit} />
        </Unfolding>
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
export function CallForms(seen: Seen) {
  const { state, startsAt } = seen.details.call;
  const isOver = startsAt <= seen.now;
  if (state === 'cancelled')
    return (
      <>
        {!isOver && <RestoreForm />}
        <OfferAgain {...seen} />
      </>
    );
  if (isOver)
    return (
      <>
        {state === 'missed' && <OfferAgain {...seen} />}
        {['booked', 'happened', 'missed'].includes(state) && <MarkForms {...seen} />}
      </>
    );
  if (state !== 'booked') return null;
  return (
    <Panel id="change" title={words.call.change}>
      <div className={styles.buttons}>
        <MoveForm {...seen} />
        <ReassignForm {...seen} />
        <CancelForm {...seen} />
      </div>
    </Panel>
  );
}
