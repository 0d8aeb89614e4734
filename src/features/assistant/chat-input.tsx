import { useState } from 'react';
import words from '#content/assistant.yaml';
import { Glyph } from './glyph.tsx';

/** The line the visitor writes in. Enter sends it to the assistant, which is to say nowhere. */
export function ChatInput({
  onSend,
  onWrite,
}: {
  readonly onSend: (text: string) => void;
  readonly onWrite: () => void;
}) {
  const [text, setText] = useState('');
  const submit = (event: React.SubmitEvent) => {
    event.preventDefault();
    onSend(text);
    setText('');
  };
  return (
    <div>
      <button type="button" className="assistant-write" onClick={onWrite}>
        {words.message.open}
        <Glyph name="arrow-right" />
      </button>
      <form className="assistant-form" onSubmit={submit}>
        <label className="sr-only" htmlFor="assistant-message">
          {words.input.label}
        </label>
        <input
          id="assistant-message"
          className="assistant-input"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder={words.input.placeholder}
          autoComplete="off"
        />
        <button
          type="submit"
          className="assistant-send"
          aria-label={words.input.send}
          disabled={text.trim() === ''}
        >
          <Glyph name="arrow-up" />
        </button>
      </form>
    </div>
  );
}
