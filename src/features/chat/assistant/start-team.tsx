import { chat as words } from '#content/conversations.yaml';
import { newUuid } from '#src/platform/uuid.client.ts';
import type { Chat } from './chat.ts';
import type { ChatStorage } from './chat-storage.ts';
import { createTeamChat, type TeamChat, type AddressErrors } from './team-chat.ts';
import { getAnswer, postForm } from './team-connection.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Address as TypedAddress, TeamRecord } from './team-record.ts';

/** The assistant's connection to the team, loaded when a person is requested or a conversation continues. */
export type Team = TeamChat & { readonly WithTeam: typeof WithTeam };

/** Marks the buttons of the panel when there are unread lines, and announces it once. */
function watchUnread(page: Document, team: TeamChat): void {
  const status = page.createElement('p');
  status.role = 'status';
  status.className = 'sr-only';
  page.body.append(status);
  let wasUnread = false;
  const mark = () => {
    const isUnread = team.read()?.isUnread ?? false;
    if (isUnread === wasUnread) return;
    wasUnread = isUnread;
    status.textContent = isUnread ? words.unread : '';
    for (const old of page.querySelectorAll('.assistant-unread')) old.remove();
    for (const toggle of isUnread ? page.querySelectorAll<HTMLElement>('[data-chat-toggle]') : []) {
      const word = page.createElement('b');
      word.className = 'assistant-unread';
      word.textContent = words.unreadMark;
      toggle.insertBefore(word, toggle.lastElementChild);
      const { openLabel } = toggle.dataset;
      if (openLabel) toggle.ariaLabel = `${openLabel}, ${words.unread}`;
    }
  };
  team.subscribe(mark);
  mark();
}

/** Follows this browser's conversation with the team, if there is one. */
export function startTeam(page: Document, chat: Chat, storage: () => ChatStorage): Team {
  const team = createTeamChat(chat, words, storage, {
    post: postForm,
    get: getAnswer,
    openStream: (path) => new EventSource(`${path}&page=${encodeURIComponent(location.pathname)}`),
    newId: newUuid,
  });
  watchUnread(page, team);
  addEventListener('online', team.resume);
  addEventListener('pagehide', team.pause);
  addEventListener('pageshow', ({ persisted }) => persisted && team.restore());
  team.resume();
  return { ...team, WithTeam };
}

/** Calls `onLost` if the focused element is removed, so that focus can be moved. */
function useFocusLost(place: React.RefObject<HTMLElement | null>, onLost: () => void): void {
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      const hasFocus = element?.contains(document.activeElement);
      // This also runs before changes that remove nothing.
      setTimeout(() => hasFocus && !element?.isConnected && onLost());
    };
  }, [place, onLost]);
}

/** Shows who receives the text, with buttons to leave an address or end the conversation. */
export function WithTeam({
  record,
  team,
  onGone,
}: {
  readonly record: TeamRecord;
  readonly team: TeamChat;
  /**
   * Called when the focused element is removed: the chat has ended or was returned, or an address was left.
   */
  readonly onGone: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  useFocusLost(place, onGone);
  const [shownFor, setShownFor] = useState<'press' | 'wait' | null>(record.address ? 'wait' : null);
  const { state, isSlow } = record;
  // Once shown, the form stays, since the visitor may be typing when a member joins.
  if (shownFor === null && isSlow) setShownFor('wait');
  return (
    <div ref={place} className="assistant-team">
      <p className="small dim" id="assistant-to">
        {words.here}
      </p>
      {state !== 'mailed' && shownFor !== null && (
        <Address {...{ record, team, onGone }} isFocused={shownFor === 'press'} />
      )}
      <div className="assistant-chips">
        {state !== 'mailed' && shownFor === null && (
          <button type="button" className="assistant-chip" onClick={() => setShownFor('press')}>
            {words.address}
          </button>
        )}
        <button type="button" className="assistant-chip" onClick={() => void team.end()}>
          {words.end}
        </button>
      </div>
    </div>
  );
}

/** The form for a name and an address, for replies by email. The server reports errors next to the fields. */
function Address({
  record,
  team,
  isFocused,
  onGone,
}: React.ComponentProps<typeof WithTeam> & { readonly isFocused: boolean }) {
  const [errors, setErrors] = useState<AddressErrors>({});
  const form = useRef<HTMLFormElement>(null);
  useFocusLost(form, onGone);
  useEffect(() => {
    // Focused only if the visitor opened the form.
    if (isFocused) form.current?.querySelector('input')?.focus();
  }, [isFocused]);
  const typed = () => Object.fromEntries(new FormData(form.current ?? undefined)) as TypedAddress;
  const leave = async (event: React.SubmitEvent) => {
    event.preventDefault();
    const { name, email } = typed();
    const wrong = await team.leaveAddress(name, email);
    setErrors(wrong);
    const [field = ''] = Object.keys(wrong);
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  };
  const fields = { name: 'name', email: 'email' } as const;
  return (
    <form
      ref={form}
      className="assistant-address"
      noValidate
      onSubmit={(event) => void leave(event)}
      onInput={() => team.storeAddress(typed())}
    >
      {Object.entries(fields).map(([field, autoComplete]) => (
        <p key={field}>
          <label htmlFor={`assistant-${field}`}>{words[autoComplete]}</label>
          <input
            id={`assistant-${field}`}
            name={field}
            type={field === 'email' ? 'email' : 'text'}
            autoComplete={autoComplete}
            defaultValue={record.address?.[autoComplete]}
            aria-invalid={field in errors}
            aria-describedby={field in errors ? `assistant-${field}-error` : undefined}
          />
          {field in errors && <span id={`assistant-${field}-error`}>{errors[field]}</span>}
        </p>
      ))}
      <p role="alert">{errors['']}</p>
      <button type="submit" className="assistant-chip" data-primary>
        {words.leave}
      </button>
    </form>
  );
}
