import words from '#content/assistant.yaml';
import sprite from '#src/generated/figures.svg?url';
import { plates } from '#src/studio/notes.ts';
import { iconOutlines, type IconName } from '#src/ui/icon-outlines.ts';

/** The visitor's text box. Enter sends the text to the assistant, in the browser only, or to the team. */
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

/** An icon styled by assistant.css, since the panel's script includes no styles. */
export function Glyph({ name }: { readonly name: IconName }) {
  return (
    <svg className="assistant-glyph" viewBox="0 0 24 24" aria-hidden="true">
      {iconOutlines[name].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

/** The figure of the home page. */
export function Emblem() {
  return (
    <svg className="assistant-figure" viewBox="0 0 200 200" aria-hidden="true">
      <use href={`${sprite}#${plates.home}`} />
    </svg>
  );
}
