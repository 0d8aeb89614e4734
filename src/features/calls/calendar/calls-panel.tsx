import words from '#content/desk-calls.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import type { PostTo } from '#src/workspace/page-action.ts';
import { ButtonLink, Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { CallMark, KindAndHost } from './call-mark.tsx';
import styles from './calls-panel.module.css';
import type { CallForm, CallsPanelData, OpenCallForm } from './find-calls-panel.ts';
import type { ListedCall } from './list-calls.ts';
import { fill } from '#src/platform/fill.ts';
import { SelectField } from '#src/ui/field.tsx';
import filters from '#src/workspace/filter-links.module.css';
import { EnteredTimeFields } from './entered-time.tsx';
import { OfferedTimes } from './offered-times.tsx';

const { panel: text } = words;

function Row({ call }: { readonly call: ListedCall }) {
  return (
    <li className={styles.call}>
      <a href={`/desk/calls/${call.id}`}>{clockWords(call.startsAt, call.hostZone).all}</a>
      <KindAndHost {...call} />
      <CallMark state={call.state} />
    </li>
  );
}

/** The calls of a lead or client, with forms to offer times and to book a call. */
export function CallsPanel({
  data: { calls, open },
  refused,
  postTo,
  query,
}: {
  readonly data: CallsPanelData;
  readonly refused: RefusedAction | null;
  readonly postTo: PostTo;
  /**
   * The page's query string without this panel's parameters, including the question mark; empty if there is none.
   */
  readonly query: string;
}) {
  const hrefOf = (form: CallForm, kindId = '') => {
    const params = new URLSearchParams(query);
    params.set('calls', form);
    if (kindId !== '') params.set('kind', kindId);
    return `?${params}#calls`;
  };
  return (
    <Panel id="calls" title={text.title}>
      <div id="calls-list" data-live>
        {calls.length === 0 ? (
          <p className={`small dim ${styles.none}`}>{text.none}</p>
        ) : (
          <ul>
            {calls.map((call) => (
              <Row key={call.id} call={call} />
            ))}
          </ul>
        )}
      </div>
      {open === null ? (
        <div className={styles.acts}>
          <ButtonLink href={hrefOf('offer')} label={text.offer} variant="secondary" size="small" />
          <ButtonLink href={hrefOf('book-call')} label={text.book} variant="secondary" size="small" />
        </div>
      ) : (
        <BookingForm {...{ open, refused, postTo, hrefOf }} closeHref={`${query || '?'}#calls`} />
      )}
    </Panel>
  );
}

type Seen = { readonly open: OpenCallForm; readonly refused: RefusedAction | null };

/** Fields for one of the client's people and optionally a project. */
function ClientFields({ open: { people, projects }, refused }: Seen) {
  if (people.length === 0) return null;
  const { entries = {}, errors = {} } = refused ?? {};
  return (
    <div className={styles.fields}>
      <SelectField
        id="person"
        name="person"
        label={text.person}
        options={people.map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` }))}
        defaultValue={entries['person']}
        error={errors['person']}
      />
      <SelectField
        id="call-project"
        name="project"
        label={text.project}
        options={[
          { value: '', label: text.noProject },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        defaultValue={entries['project'] ?? ''}
        error={errors['project']}
      />
    </div>
  );
}

/** The open form of the panel: to offer times or to book a call. */
function BookingForm({
  open,
  refused,
  postTo,
  hrefOf,
  closeHref,
}: Seen & {
  readonly postTo: PostTo;
  readonly hrefOf: (form: CallForm, kindId?: string) => string;
  readonly closeHref: string;
}) {
  const { form, kinds, kind, entryId, times, timeZone, theirZone } = open;
  const mine = refused?.action === form ? refused : null;
  const isOffer = form === 'offer';
  const isPossible = !isOffer || times.length > 0;
  return (
    <div className={styles.open}>
      <h3>{isOffer ? text.offerTitle : text.bookTitle}</h3>
      {kinds.length > 1 && (
        <nav className={filters.links} aria-label={text.kind}>
          {kinds.map(({ id, name, lengthMin }) => (
            <a key={id} href={hrefOf(form, id)} aria-current={id === kind.id || undefined}>
              <bdi>{fill(text.length, { kind: name, minutes: String(lengthMin) })}</bdi>
            </a>
          ))}
        </nav>
      )}
      <form className={styles.form} method="post" action={postTo(form)} noValidate>
        <input type="hidden" name="entry" value={mine?.entries['entry'] ?? entryId} />
        <input type="hidden" name="kind" value={kind.id} />
        <ClientFields open={open} refused={mine} />
        {isOffer ? (
          <OfferedTimes {...{ times, timeZone, theirZone }} refused={mine} />
        ) : (
          <div className={styles.fields}>
            <EnteredTimeFields {...{ times, timeZone }} suggestedMs={times[0] ?? null} refused={mine} />
          </div>
        )}
        <div className={styles.row}>
          {isPossible && (
            <Button type="submit" label={isOffer ? text.offerSubmit : text.bookSubmit} size="small" />
          )}
          <a className={styles.close} href={closeHref}>
            {text.close}
          </a>
        </div>
      </form>
    </div>
  );
}
