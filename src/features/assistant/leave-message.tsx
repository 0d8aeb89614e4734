import { useEffect, useRef } from 'react';
import words from '#content/assistant.yaml';
import { Glyph } from './glyph.tsx';

/** At once, so that a draft is back before the first field is touched; what does not load is tried again on focus. */
async function enhance(form: HTMLFormElement): Promise<void> {
  form.noValidate = true;
  const code = await import('#src/features/leads/forms/enhance-form.client.ts').catch(() => null);
  code?.enhanceForm(form);
}

/**
 * The one part of the assistant that sends something: a message to the team. `form` is made by the server like every
 * other form (message-template.tsx) and outlives this component, so that going back loses nothing.
 */
export function LeaveMessage({ form, onBack }: { readonly form: HTMLElement; readonly onBack: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.append(form);
    form.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
    const sender = form.querySelector('form');
    if (sender) void enhance(sender);
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
