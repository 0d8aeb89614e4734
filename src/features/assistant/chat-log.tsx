import { useEffect, useRef } from 'react';
import words from '#content/assistant.yaml';
import type { ChatMessage, Conversation } from './conversation.ts';

const clockOf = (timestamp: number) =>
  new Date(timestamp).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/** What was said, newest last; new messages are announced politely. */
export function ChatLog({
  conversation,
  isTyping,
  onChoose,
  onLeave,
}: {
  readonly conversation: Conversation;
  readonly isTyping: boolean;
  readonly onChoose: (question: string) => void;
  /** A link out of the panel was followed. */
  readonly onLeave: () => void;
}) {
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  });
  return (
    <div ref={log} className="assistant-log" role="log" aria-live="polite" aria-label={words.conversation}>
      {conversation.map((message, index) => (
        <Message key={message.id} {...message} onLeave={onLeave}>
          {index === 0 && <Chips onChoose={onChoose} />}
        </Message>
      ))}
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

function Message({
  sender,
  message,
  timestamp,
  links,
  onLeave,
  children,
}: ChatMessage & { readonly onLeave: () => void; readonly children: React.ReactNode }) {
  if (sender === 'user') {
    return (
      <p className="assistant-user">
        <span className="sr-only">{words.senders.user}: </span>
        {message}
      </p>
    );
  }
  return (
    <>
      <div className="assistant-agent">
        <p className="italic small dim num">
          {words.senders.agent}, {clockOf(timestamp)}
        </p>
        <p>{message}</p>
      </div>
      {links.length > 0 && <Links links={links} onLeave={onLeave} />}
      {children}
    </>
  );
}

function Links({ links, onLeave }: Pick<ChatMessage, 'links'> & { readonly onLeave: () => void }) {
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
