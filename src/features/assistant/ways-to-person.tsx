import { useEffect, useRef } from 'react';
import words from '#content/assistant.yaml';
import { Glyph } from './glyph.tsx';

const { message, person } = words;

/** The two ways to a person: one who is there now, and a message. */
export function WaysToPerson({
  isAsking,
  onAsk,
  onBegin,
  onWrite,
}: {
  /** Whether it is shown what happens when a person is asked for. */
  readonly isAsking: boolean;
  readonly onAsk: (isAsking: boolean) => void;
  readonly onBegin: () => void;
  readonly onWrite: () => void;
}) {
  if (isAsking) return <AskPerson onBegin={onBegin} onCancel={() => onAsk(false)} />;
  return (
    <div className="assistant-ways">
      <button type="button" className="assistant-write" data-ask onClick={() => onAsk(true)}>
        {person.ask}
        <Glyph name="chat" />
      </button>
      <button type="button" className="assistant-write" onClick={onWrite}>
        {message.open}
        <Glyph name="arrow-right" />
      </button>
    </div>
  );
}

/** Explains what happens when a person is asked for, before anything is sent. */
function AskPerson({ onBegin, onCancel }: { readonly onBegin: () => void; readonly onCancel: () => void }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="assistant-team">
      <p ref={text} className="small" id="assistant-to" tabIndex={-1}>
        {person.explain}
      </p>
      <div className="assistant-chips">
        <button type="button" className="assistant-chip" data-primary onClick={onBegin}>
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
