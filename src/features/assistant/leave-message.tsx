import { useEffect, useRef } from 'react';
import words from '#content/assistant.yaml';
import { Glyph } from './glyph.tsx';

/**
 * The one part of the assistant that sends something: a message to the team. `form` is made by the server like every
 * other form (message-template.tsx) and outlives this component, so that going back loses nothing.
 */
export function LeaveMessage({ form, onBack }: { readonly form: HTMLElement; readonly onBack: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.append(form);
    form.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  }, [form]);
  return (
    <div ref={place} className="assistant-leave">
      <button type="button" className="assistant-back" onClick={onBack}>
        <Glyph name="arrow-left" />
        {words.message.back}
      </button>
    </div>
  );
}
