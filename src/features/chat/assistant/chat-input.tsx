import words from '#content/assistant.yaml';
import { Glyph } from './glyph.tsx';

/** The line the visitor writes in. Enter sends it: to the assistant, which is to say nowhere, or to the team. */
export function ChatInput({
  text,
  isToTeam,
  onType,
  onSend,
}: {
  readonly text: string;
  readonly isToTeam: boolean;
  readonly onType: (text: string) => void;
  readonly onSend: () => void;
}) {
  const isBlank = text.trim() === '';
  const submit = (event: React.SubmitEvent) => {
    event.preventDefault();
    if (!isBlank) onSend();
  };
  return (
    <form className="assistant-form" onSubmit={submit}>
      <label className="sr-only" htmlFor="assistant-message">
        {words.input.label}
      </label>
      <input
        id="assistant-message"
        className="assistant-input"
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        placeholder={words.input.placeholder}
        autoComplete="off"
        aria-describedby={isToTeam ? 'assistant-to' : undefined}
      />
      <button type="submit" className="assistant-send" aria-label={words.input.send} disabled={isBlank}>
        <Glyph name="arrow-up" />
      </button>
    </form>
  );
}
