import words from '#content/conversations.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import type { Line } from '../conversation.table.ts';
import type { FoundConversation } from '../conversations/find-conversation.ts';
import { placeOfZone } from '#src/studio/clock-words.ts';
import { destinationOf } from '#src/studio/destinations.ts';
import { VisitorPanel } from '#src/studio/panel-page.tsx';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { whenText } from '#src/studio/when-text.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { TextAreaField, TextField } from '#src/ui/field.tsx';
import styles from './conversation-screen.module.css';

const { confirm, page } = words;

function PostedLine({ line: { seq, kind, sender, authorName, content, at } }: { readonly line: Line }) {
  const isOwn = sender === 'visitor';
  return (
    <li id={`line-${seq}`} className={styles.line} data-own={isOwn || undefined}>
      <p className="small dim num">
        <bdi>{authorName ?? page.you}</bdi>, <time dateTime={at.toISOString()}>{whenText(at)}</time>
      </p>
      {kind === 'text' ? (
        <p dir="auto">{content}</p>
      ) : (
        <p className="italic dim">{wordsFor(page.events, kind, page.something)}</p>
      )}
    </li>
  );
}

/** The form for the next line; a refused line is sent again under its own id. */
function LineForm({
  entryId,
  refused,
}: {
  readonly entryId: string;
  readonly refused: RefusedAction | null;
}) {
  const { entries = {}, errors = {}, error } = refused ?? {};
  return (
    <form method="post" action="?do=say" noValidate>
      <input type="hidden" name="written_as" value={entries['written_as'] ?? entryId} />
      <TextAreaField
        id="content"
        name="content"
        label={page.say}
        hint={page.sayHint}
        rows={3}
        dir="auto"
        defaultValue={entries['content'] ?? ''}
        error={errors['content'] ?? error}
      />
      <Button type="submit" label={page.send} />
    </form>
  );
}

function AddressForm({ refused }: { readonly refused: RefusedAction | null }) {
  const of = (field: 'name' | 'email') => ({
    id: field,
    name: field,
    label: page[field],
    autoComplete: field,
    defaultValue: refused?.entries[field] ?? '',
    error: refused?.errors[field],
  });
  return (
    <details className={styles.address} open={refused !== null}>
      <summary>{page.address}</summary>
      <form method="post" action="?do=leave-address" noValidate>
        <TextField {...of('name')} dir="auto" />
        <TextField {...of('email')} type="email" spellCheck={false} />
        <Button type="submit" variant="secondary" label={page.leave} />
      </form>
    </details>
  );
}

/**
 * The page of a conversation: its lines, and forms to write, leave an address and end it. Opening it changes nothing.
 */
export function ConversationScreen({
  found: { conversation, lines },
  entryId,
  refused,
}: {
  readonly found: FoundConversation;
  /** A new UUID per page. */
  readonly entryId: string;
  readonly refused: RefusedAction | null;
}) {
  const { state, takenByName, isBlocked } = conversation;
  const isOver = state === 'ended' || isBlocked;
  const isBegun = state === 'waiting' && lines.length === 0;
  const of = (action: string) => (refused?.action === action ? refused : null);
  const about = (
    <>
      <p className="lead" id="conversation-state">
        {fill(page.states[isBegun ? 'begun' : state], { member: takenByName ?? '' })}
      </p>
      <p className="small dim">{fill(page.clock, { zone: placeOfZone(studioCalendar.timeZone) })}</p>
    </>
  );
  return (
    <VisitorPanel kicker={page.kicker} title={page.title} about={about}>
      <RefusedMessage refused={refused?.action === 'say' ? null : refused} />
      <div role="log" aria-label={page.lines}>
        <ol className={styles.lines} data-lines data-over={isOver || undefined}>
          {lines.map((line) => (
            <PostedLine key={line.seq} line={line} />
          ))}
        </ol>
        {lines.length === 0 && <p className="dim">{page.none}</p>}
      </div>
      {isOver ? (
        <ButtonLink href={destinationOf('contact').href} label={page.form} />
      ) : (
        <LineForm entryId={entryId} refused={of('say')} />
      )}
      {!isOver && state !== 'mailed' && (
        <>
          <AddressForm refused={of('leave-address')} />
          <form method="post" action="?do=end">
            <Button type="submit" variant="secondary" size="small" label={page.end} />
          </form>
        </>
      )}
    </VisitorPanel>
  );
}

/**
 * Asks an email's reader to confirm that they started the chat. Shows nothing of the chat, and opening it changes
 * nothing.
 */
export function ConfirmScreen({ refused }: { readonly refused: RefusedAction | null }) {
  return (
    <VisitorPanel kicker={page.kicker} title={confirm.title}>
      <RefusedMessage refused={refused} />
      <p className="lead">{confirm.text}</p>
      <form method="post" action="?do=confirm">
        <Button type="submit" label={confirm.yes} />
      </form>
      <p className="small dim">{confirm.no}</p>
    </VisitorPanel>
  );
}
