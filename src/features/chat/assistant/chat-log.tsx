import { useEffect, useRef } from 'react';
import words from '#content/assistant.yaml';
import { locale } from '#src/studio/locale.ts';
import type { ChatMessage, Conversation } from './chat.ts';
import type { PendingLine } from './team-record.ts';

const clockOf = (timestamp: number) =>
  new Date(timestamp).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });

const { person } = words;

/** The messages of the chat, newest last; new messages are announced politely. */
export function ChatLog({
  conversation,
  pending,
  statusOf,
  isTyping,
  onChoose,
  onWrite,
  onEdit,
  onLeave,
}: {
  readonly conversation: Conversation;
  /** Lines to the team that are not confirmed yet. */
  readonly pending: readonly PendingLine[];
  readonly statusOf: ((line: PendingLine) => string | undefined) | undefined;
  readonly isTyping: boolean;
  /** Null if questions go to the team. */
  readonly onChoose: ((question: string) => void) | null;
  /** Opens the message form instead of a conversation. Null if the panel offers it below. */
  readonly onWrite: (() => void) | null;
  /** Puts a refused line back into the text box. */
  readonly onEdit: (line: PendingLine) => void;
  /** Called when a link out of the panel is followed. */
  readonly onLeave: () => void;
}) {
  const log = useRef<HTMLDivElement>(null);
  const shown = useRef(0);
  useEffect(() => {
    const count = log.current?.childElementCount ?? 0;
    // Scrolls only for a new message, not while a visitor reads further up.
    if (count !== shown.current) log.current?.scrollTo({ top: log.current.scrollHeight });
    shown.current = count;
  });
  return (
    <div ref={log} className="assistant-log" role="log" aria-live="polite" aria-label={words.log}>
      {[
        ...conversation.map((message, index) => (
          <Message key={message.line ?? message.id} {...message} onLeave={onLeave}>
            {index === 0 && onChoose && <Chips onChoose={onChoose} />}
            {message.offersMessage && onWrite && <Chip label={words.message.open} onPress={onWrite} />}
          </Message>
        )),
        // Keyed like confirmed lines, so that a line is not announced again when it is confirmed.
        ...pending.map((line) => (
          <Message key={line.writtenAs} sender="user" message={line.content} fate={statusOf?.(line)}>
            {line.state === 'refused' && <Chip label={person.edit} onPress={() => onEdit(line)} />}
          </Message>
        )),
      ]}
      {isTyping && (
        <div className="assistant-agent">
          <p className="italic small dim">{words.typing}</p>
          <p className="assistant-typing" aria-hidden="true">
            {Array.from({ length: 9 }, (_, index) => (
              <i key={index} />
            ))}
          </p>
        </div>
      )}
    </div>
  );
}

const Chip = ({ label, onPress }: { readonly label: string; readonly onPress: () => void }) => (
  <button type="button" className="assistant-chip" onClick={onPress}>
    {label}
  </button>
);

function Message({
  sender,
  message,
  timestamp = 0,
  links = [],
  by,
  fate,
  onLeave,
  children,
}: Pick<ChatMessage, 'sender' | 'message'> &
  Partial<Pick<ChatMessage, 'timestamp' | 'links' | 'by'>> & {
    readonly fate?: string | undefined;
    readonly onLeave?: () => void;
    readonly children: React.ReactNode;
  }) {
  if (sender === 'user') {
    return (
      <div className="assistant-user">
        <p>
          <span className="sr-only">{words.senders.user}: </span>
          {message}
        </p>
        {fate && <p className="small dim">{fate}</p>}
        {children}
      </div>
    );
  }
  if (sender === 'event') {
    return (
      <div className="assistant-event">
        <p className="italic small dim">{message}</p>
        {links.length > 0 && <Links links={links} onLeave={onLeave} />}
        {children}
      </div>
    );
  }
  return (
    <>
      <div className="assistant-agent">
        <p className="italic small dim num">
          <bdi>{by ?? words.senders.agent}</bdi>, {clockOf(timestamp)}
        </p>
        <p dir="auto">{message}</p>
      </div>
      {links.length > 0 && <Links links={links} onLeave={onLeave} />}
      {children}
    </>
  );
}

function Links({
  links,
  onLeave,
}: Pick<ChatMessage, 'links'> & { readonly onLeave: (() => void) | undefined }) {
  return (
    <div className="assistant-chips">
      {links.map(({ label, href, opens }) =>
        opens ? (
          <button key={label} type="button" className="assistant-chip" data-opens={opens}>
            {label}
          </button>
        ) : (
          <a key={label} className="assistant-chip" href={href} onClick={onLeave}>
            {label}
          </a>
        ),
      )}
    </div>
  );
}

function Chips({ onChoose }: { readonly onChoose: (question: string) => void }) {
  return (
    <div className="assistant-chips" role="group" aria-label={words.suggestions}>
      {words.chips.map(({ label, question }) => (
        <button key={label} type="button" className="assistant-chip" onClick={() => onChoose(question)}>
          {label}
        </button>
      ))}
    </div>
  );
}
