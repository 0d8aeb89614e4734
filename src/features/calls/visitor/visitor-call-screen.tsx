import words from '#content/calls.yaml';
import forms from '#content/forms.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { callPathOf, callTokenOf, offerPathOf } from '../call-token.ts';
import { callClocks, clockWords } from '#src/studio/clock-words.ts';
import { destinationOf } from '#src/studio/destinations.ts';
import { VisitorPanel } from '#src/studio/panel-page.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Tick } from '#src/ui/choice.tsx';
import { TextAreaField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import styles from './visitor-call-screen.module.css';
import {
  lengthMinOf,
  pageStateOf,
  type CallPageState,
  type FoundCall,
  type Replacement,
} from './find-visitor-call.ts';
import type { TimeChoice } from './find-time-choice.ts';
import { TimeFields } from './time-fields.tsx';

const { page } = words;

/** The frame of a page about a call: information on one side, actions on the other. */
export function CallFrame({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: React.ReactNode;
}) {
  return (
    <VisitorPanel kicker={page.kicker} title={title} about={text && <p className="lead">{text}</p>}>
      {children}
    </VisitorPanel>
  );
}

/** Shows why an action was refused, in addition to field errors. */
export const RefusedCall = ({ refused }: { readonly refused: RefusedAction | null }) =>
  refused && (
    <Notice kind="error" role="alert">
      {refused.error}
    </Notice>
  );

/** The details of a call: its time in both zones, its kind, its host and, while it is current, its place. */
function CallFacts({ call, stands = false }: { readonly call: FoundCall; readonly stands?: boolean }) {
  const { visitor, host, isSame } = callClocks(call, call.hostZone);
  const minutes = fill(page.minutes, { minutes: String(lengthMinOf(call)) });
  const about = `${call.kindName ?? forms['discovery-call'].title}, ${minutes}`;
  const rows = [
    [page.visitorClock, visitor.all],
    ...(isSame ? [] : [[page.hostClock, host.all] as const]),
    [page.what, about],
    [page.with, call.hostName],
    ...(stands ? [[page.where, call.place || page.whereLater] as const] : []),
  ] as const;
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Cancel({ refused }: { readonly refused: RefusedAction | null }) {
  const { title, sure, reason, button } = page.cancel;
  const { entries = {}, errors = {} } = refused ?? {};
  return (
    <details className={styles.cancel} open={refused !== null}>
      <summary>{title}</summary>
      <form method="post" action="?do=cancel" noValidate>
        {errors['sure'] && (
          <Notice kind="error" id="sure-error">
            {errors['sure']}
          </Notice>
        )}
        <Tick
          name="sure"
          label={sure}
          isChosen={entries['sure'] === 'yes'}
          errorId={errors['sure'] && 'sure-error'}
        />
        <TextAreaField
          id="reason"
          name="reason"
          label={reason}
          optionalMark={forms.shared.optional}
          defaultValue={entries['reason'] ?? ''}
          error={errors['reason']}
          rows={2}
        />
        <Button type="submit" variant="danger" label={button} />
      </form>
    </details>
  );
}

function Booked({
  call,
  token,
  refused,
}: {
  readonly call: FoundCall;
  readonly token: string;
  readonly refused: RefusedAction | null;
}) {
  const path = callPathOf(token);
  return (
    <>
      <CallFacts call={call} stands />
      <div className={styles.actions}>
        <ButtonLink href={`${path}/call.ics`} label={page.calendar} />
        <ButtonLink href={`${path}/move`} variant="secondary" label={page.move} />
      </div>
      <Cancel refused={refused?.action === 'cancel' ? refused : null} />
    </>
  );
}

type NextStep = { readonly text: string; readonly href: string; readonly label: string };

/** Returns the link to the new times or the new call. */
function nextStepOf(replacement: Replacement | null, call: FoundCall, secret: string): NextStep | null {
  if (!replacement) return null;
  const token = callTokenOf(secret, replacement.id);
  const { newTimes, newCall } = page.replaced;
  if (replacement.of === 'offer') return { ...newTimes, href: offerPathOf(token) };
  const time = clockWords(replacement.startsAt, call.visitorZone).all;
  return { ...newCall, text: fill(newCall.text, { time }), href: callPathOf(token) };
}

/** The page of a past, cancelled or missed call, with the next steps for the visitor. */
function Over({
  call,
  state,
  now,
  next,
}: {
  readonly call: FoundCall;
  readonly state: CallPageState;
  readonly now: Date;
  readonly next: NextStep | null;
}) {
  const isTheirs = state === 'cancelled' && call.startsAt > now;
  const isTeams = state === 'cancelledByTeam' && call.reason !== '';
  return (
    <>
      {isTeams && (
        <blockquote className={styles.reason} dir="auto">
          {fill(page.reason, { reason: call.reason })}
        </blockquote>
      )}
      <CallFacts call={call} />
      {next && (
        <>
          <p>{next.text}</p>
          <div className={styles.actions}>
            <ButtonLink href={next.href} label={next.label} />
          </div>
        </>
      )}
      {isTheirs && (
        <form method="post" action="?do=restore">
          <p>{page.restore.text}</p>
          <Button type="submit" label={page.restore.button} />
        </form>
      )}
      <div className={styles.actions}>
        <ButtonLink
          href={destinationOf('discovery-call').href}
          variant={isTheirs || next ? 'secondary' : 'primary'}
          label={page.bookAnother}
        />
      </div>
    </>
  );
}

/** The page of a call, linked from its emails. Opening it changes nothing. */
export function VisitorCallScreen({
  call,
  token,
  now,
  done,
  replacement,
  secret,
  refused,
}: {
  readonly call: FoundCall;
  readonly token: string;
  readonly now: Date;
  /** The change to confirm on the page, or null. */
  readonly done: 'moved' | 'restored' | null;
  readonly replacement: Replacement | null;
  /** The installation's secret, which the addresses of calls are derived from. */
  readonly secret: string;
  readonly refused: RefusedAction | null;
}) {
  const state = pageStateOf(call, now);
  return (
    <CallFrame title={page.titles[state]} text={page.texts[state]}>
      {state === 'booked' && done && (
        <Notice kind="success" role="status">
          {page.done[done]}
        </Notice>
      )}
      <RefusedCall refused={refused} />
      {state === 'booked' ? (
        <Booked {...{ call, token, refused }} />
      ) : (
        <Over {...{ call, state, now }} next={nextStepOf(replacement, call, secret)} />
      )}
    </CallFrame>
  );
}

const { moving, errors } = words.page;

/** The times that a call can be moved to. */
export function MoveScreen({
  call,
  token,
  choice,
  refused,
}: {
  readonly call: FoundCall;
  readonly token: string;
  readonly choice: TimeChoice | null;
  readonly refused: RefusedAction | null;
}) {
  const path = callPathOf(token);
  const now = clockWords(call.startsAt, choice?.timeZone ?? call.visitorZone).all;
  const error = refused?.errors['slot'];
  return (
    <CallFrame title={moving.title} text={fill(moving.now, { time: now })}>
      {error === undefined && <RefusedCall refused={refused} />}
      <form method="post" action={`${path}?do=move`} noValidate>
        {choice ? (
          <TimeFields
            choice={choice}
            idPrefix="move"
            error={error}
            again={{ action: `${path}/move`, method: 'get' }}
            isRequired
          />
        ) : (
          <p>{errors.notBooked}</p>
        )}
        {choice && choice.days.length > 0 && <Button type="submit" label={moving.button} />}
      </form>
      <p>
        <a href={path}>{moving.back}</a>
      </p>
    </CallFrame>
  );
}
