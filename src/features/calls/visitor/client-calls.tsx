import words from '#content/desk-calls.yaml';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import { fill } from '#src/platform/fill.ts';
import { callClocks, clockWords } from '#src/studio/clock-words.ts';
import { Button } from '#src/ui/button.tsx';
import { Radio } from '#src/ui/choice.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { callPathOf, callTokenOf } from '../call-token.ts';
import { kindText } from '../calendar/call-mark.tsx';
import type { CallToCome, OfferedToClient } from '../calendar/list-calls.ts';
import styles from './client-calls.module.css';

const { portal: text } = words;

type Viewer = Pick<ClientPerson, 'permission' | 'email'>;

/** True if this person may book the offered time: it is offered to them, or they may approve files. */
export const canTake = ({ permission, email }: Viewer, offered: Pick<OfferedToClient, 'email'>): boolean =>
  permission === 'approve' || emailKeyOf(offered.email) === emailKeyOf(email);

/** An offer: its times, with a form to book one of them. */
function Offer({
  times,
  viewer,
  refused,
}: {
  readonly times: readonly [OfferedToClient, ...OfferedToClient[]];
  readonly viewer: Viewer;
  readonly refused: RefusedAction | null;
}) {
  const [first] = times;
  const { holdUntil, visitorZone, offerId } = first;
  const isMine = refused?.entries['offer'] === offerId;
  const wordsOf = ({ startsAt, hostZone }: OfferedToClient) =>
    callClocks({ startsAt, visitorZone }, hostZone);
  return (
    <li className={styles.call}>
      <p className="small dim">
        <FormattedText
          template={text.with}
          values={{ kind: kindText(first.kind), host: first.host, name: first.name }}
        />
      </p>
      {isMine && (
        <Notice kind="error" id="offer-error" role="alert">
          {refused.error}
        </Notice>
      )}
      {canTake(viewer, first) ? (
        <form
          className={styles.offer}
          method="post"
          action="?do=take-time"
          aria-label={`${text.offered}, ${wordsOf(first).visitor.all}`}
          noValidate
        >
          <input type="hidden" name="offer" value={offerId ?? ''} />
          <fieldset>
            <legend className="sr-only">{text.offered}</legend>
            {times.map((time, n) => {
              const { visitor, host, isSame } = wordsOf(time);
              return (
                <Radio
                  key={time.id}
                  name="call"
                  value={time.id}
                  label={visitor.all}
                  hint={isSame ? null : fill(text.studioTime, { time: host.all })}
                  isChosen={isMine ? refused.entries['call'] === time.id : n === 0}
                  errorId={isMine ? 'offer-error' : undefined}
                />
              );
            })}
          </fieldset>
          <div>
            <Button type="submit" label={text.take} size="small" />
          </div>
        </form>
      ) : (
        <ul>
          {times.map((time) => (
            <li key={time.id}>{wordsOf(time).visitor.all}</li>
          ))}
        </ul>
      )}
      {holdUntil && (
        <p className="small dim">{fill(text.until, { time: clockWords(holdUntil, visitorZone).all })}</p>
      )}
    </li>
  );
}

/** The times that the studio offers a client's people; renders nothing if there are none. */
export function OfferedCalls({
  offered,
  viewer,
  refused,
}: {
  readonly offered: readonly OfferedToClient[];
  readonly viewer: Viewer;
  readonly refused: RefusedAction | null;
}) {
  const mine = refused?.action === 'take-time' ? refused : null;
  const offers = [...Map.groupBy(offered, ({ offerId }) => offerId).values()];
  const isShown = offers.some(([first]) => first?.offerId === mine?.entries['offer']);
  if (offers.length === 0 && !mine) return null;
  return (
    <Panel id="offered-calls" title={text.offered} className={styles.panel}>
      {mine && !isShown && (
        <div className={styles.call}>
          <Notice kind="error" role="alert">
            {mine.error}
          </Notice>
        </div>
      )}
      <ul>
        {offers.map(
          ([first, ...rest]) =>
            first && <Offer key={first.offerId} times={[first, ...rest]} viewer={viewer} refused={mine} />,
        )}
      </ul>
    </Panel>
  );
}

/**
 * A client's upcoming calls. People who may approve files get links to move and cancel them. Renders nothing if there
 * are none.
 */
export function UpcomingCalls({
  calls,
  secret,
  viewer: { permission },
}: {
  readonly calls: readonly CallToCome[];
  /** The installation's secret, which the addresses of calls are derived from. */
  readonly secret: string;
  readonly viewer: Viewer;
}) {
  if (calls.length === 0) return null;
  return (
    <Panel id="calls" title={text.title} className={styles.panel}>
      <ul>
        {calls.map(({ id, kind, name, host, startsAt, visitorZone }) => (
          <li key={id} className={styles.call}>
            <time dateTime={startsAt.toISOString()}>{clockWords(startsAt, visitorZone).all}</time>
            <span className="small dim">
              <FormattedText template={text.with} values={{ kind: kindText(kind), host, name }} />
            </span>
            {permission === 'approve' && (
              <a href={callPathOf(callTokenOf(secret, id))}>
                {text.open}
                <span className="sr-only">, {clockWords(startsAt, visitorZone).all}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
