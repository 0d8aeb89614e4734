import { useEffect, useRef } from 'react';
import words from '#content/assistant.yaml';
import { Glyph } from './glyph.tsx';

/**
 * The one part of the assistant that sends something: a message to the team. Its words and its form are on the page
 * as a template (message-template.tsx), made by the server like every other form.
 */
export function LeaveMessage({
  isShown,
  onBack,
}: {
  readonly isShown: boolean;
  readonly onBack: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const template = document.getElementById('message-template') as HTMLTemplateElement | null;
    if (template) place.current?.replaceChildren(template.content.cloneNode(true));
  }, []);
  useEffect(() => {
    if (isShown) place.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  }, [isShown]);
  return (
    <div className="assistant-leave" hidden={!isShown}>
      <button type="button" className="assistant-back" onClick={onBack}>
        <Glyph name="arrow-left" />
        {words.message.back}
      </button>
      <div ref={place} />
    </div>
  );
}
