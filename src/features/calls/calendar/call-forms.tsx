import words from '#content/desk-calls.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { postToWith } from '#src/workspace/page-action.ts';
import { fill } from '#src/platform/fill.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { SelectField, TextAreaField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import styles from './call-screen.module.css';
import type { CallDetails } from './find-call.ts';
import { EnteredTimeFields } from './entered-time-fields.tsx';

const postTo = postToWith('');

type Seen = { readonly details: CallDetails; readonly refused: RefusedAction | null };

/** Returns the refused form if it was this action's, else null. */
const mineOf = (refused: RefusedAction | null, action: string) =>
  refused?.action === action ? refused : null;

/** The call as this page shows it. */
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

/** After a call that did not take place: the way to new times, on the page of its lead or client. */
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

/** The forms that change a call, those that its state allows. */
export function CallForms({
  now,
  times,
  timeZone,
  hosts,
  ...seen
}: Seen & {
  readonly now: Date;
  /** When it could begin, the earliest first. */
  readonly times: readonly number[];
  readonly timeZone: string;
  /** Everybody who takes calls. */
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
