import { useEffect, useRef, useState } from 'react';
import words from '#content/assistant.yaml';
import { Glyph } from './chat-input.tsx';
import type { Presence } from './team-chat.ts';

const { message, person } = words;

type Asking = {
  /** True if the visitor has asked the assistant something, which is sent to the team. */
  readonly hasAsked: boolean;
  /** Returns whether a person is available; null if that is unknown. */
  readonly findPresence: () => Promise<Presence | null>;
  readonly onBegin: () => void;
  readonly onWrite: () => void;
};

/** The two ways to contact a person: a live chat and a message. */
export function WaysToPerson({
  isAsking,
  isUnsure,
  onAsk,
  ...asking
}: Asking & {
  /** True while the explanation of requesting a person is open. */
  readonly isAsking: boolean;
  /** True if the assistant had no answer to the last question. */
  readonly isUnsure: boolean;
  readonly onAsk: (isAsking: boolean) => void;
}) {
  if (isAsking) return <AskPerson {...asking} onCancel={() => onAsk(false)} />;
  return (
    <>
      {isUnsure && <p className="small assistant-unsure">{person.unsure}</p>}
      <div className="assistant-ways">
        <button
          type="button"
          className="assistant-write"
          data-ask
          data-primary={isUnsure || undefined}
          onClick={() => onAsk(true)}
        >
          {person.ask}
          <Glyph name="chat" />
        </button>
        <button type="button" className="assistant-write" onClick={asking.onWrite}>
          {message.open}
          <Glyph name="arrow-right" />
        </button>
      </div>
    </>
  );
}

/**
 * Explains what happens when a person is requested, and whether one is available, before anything is sent.
 */
function AskPerson({
  hasAsked,
  findPresence,
  onBegin,
  onWrite,
  onCancel,
}: Asking & { readonly onCancel: () => void }) {
  const text = useRef<HTMLParagraphElement>(null);
  /** Undefined until known. */
  const [presence, setPresence] = useState<Presence | null>();
  useEffect(() => text.current?.focus(), []);
  useEffect(() => {
    let isShown = true;
    void findPresence().then((found) => isShown && setPresence(found));
    return () => {
      isShown = false;
    };
  }, [findPresence]);
  const isAway = presence?.isAvailable === false;
  return (
    <div className="assistant-team">
      <p ref={text} className="small" id="assistant-to" tabIndex={-1}>
        {hasAsked ? person.explainAsked : person.explain}
      </p>
      <p className="small" role="status" data-there={presence?.isAvailable}>
        {presence === undefined && person.looking}
        {presence && (presence.isAvailable ? person.there : presence.why)}
      </p>
      <div className="assistant-chips">
        {isAway && (
          <button type="button" className="assistant-chip" data-primary onClick={onWrite}>
            {message.open}
          </button>
        )}
        {/* Somebody may be back by now. */}
        <button
          type="button"
          className="assistant-chip"
          data-primary={isAway ? undefined : true}
          onClick={onBegin}
        >
          {person.begin}
        </button>
        <button type="button" className="assistant-chip" onClick={onCancel}>
          {person.cancel}
        </button>
        <a className="assistant-chip" href="/privacy">
          {person.privacy}
        </a>
      </div>
    </div>
  );
}
