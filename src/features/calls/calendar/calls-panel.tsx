import words from '#content/desk-calls.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import type { PostTo } from '#src/workspace/page-action.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { BookingForm } from './booking-form.tsx';
import { CallMark, KindAndHost } from './call-mark.tsx';
import styles from './calls-panel.module.css';
import type { CallForm, CallsPanelData } from './find-calls-panel.ts';
import type { ListedCall } from './list-calls.ts';

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

/** The calls of a lead or client, and the ways to offer times and to book one. */
export function CallsPanel({
  data: { calls, open },
  refused,
  postTo,
  query,
}: {
  readonly data: CallsPanelData;
  readonly refused: RefusedAction | null;
  readonly postTo: PostTo;
  /** The query of the page without this panel's parameters, with its question mark; empty if there is none. */
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
