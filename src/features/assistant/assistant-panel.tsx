import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import words from '#content/assistant.yaml';
import { ChatLog } from './chat-log.tsx';
import { ChatInput } from './chat-input.tsx';
import { Emblem, Glyph } from './glyph.tsx';
import type { Chat } from './chat.ts';
import { unansweredOf } from './conversation.ts';

/**
 * The assistant: prepared answers, given by this browser alone. A modal sheet on phones, where it covers the page,
 * and a panel beside the page on wider screens. Only the message form inside it sends anything.
 */
export function AssistantPanel({
  chat,
  form,
  isOpen,
  onClose,
}: {
  readonly chat: Chat;
  /** The message form; made by MessageTemplate. */
  readonly form: HTMLElement;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const conversation = useSyncExternalStore(chat.subscribe, chat.read);
  const [isWriting, setIsWriting] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useOpenDialog(dialog, isOpen, onClose);

  return (
    <dialog ref={dialog} id="assistant" className="assistant-panel" aria-label={words.title} data-s="plate">
      <div className="assistant-head">
        <Emblem />
        <div>
          <p className="assistant-title" tabIndex={-1} data-first-focus>
            {words.title}
          </p>
          <p className="italic small dim">{words.note}</p>
        </div>
        <button type="button" className="assistant-close" aria-label={words.bubble.close} onClick={onClose}>
          <Glyph name="close" />
        </button>
      </div>
      {isWriting ? (
        <LeaveMessage form={form} onBack={() => setIsWriting(false)} />
      ) : (
        <>
          <ChatLog
            conversation={conversation}
            isTyping={unansweredOf(conversation).length > 0}
            onChoose={chat.send}
            onLeave={() => dialog.current?.matches(':modal') && onClose()}
          />
          <ChatInput onSend={chat.send} onWrite={() => setIsWriting(true)} />
        </>
      )}
    </dialog>
  );
}

/** Keeps the native dialog in step with `isOpen`; Escape closes it wherever the focus is. */
function useOpenDialog(
  dialog: React.RefObject<HTMLDialogElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return undefined;
    if (matchMedia('(max-width: 800px)').matches) element.showModal();
    else element.show();
    const isTouch = matchMedia('(pointer: coarse)').matches;
    // A keyboard that slides over the greeting helps nobody.
    element.querySelector<HTMLElement>(isTouch ? '[data-first-focus]' : 'input')?.focus();
    const onKey = (event: KeyboardEvent) => {
      const top = document.querySelector('dialog:modal, :popover-open');
      if (event.key === 'Escape' && (!top || top === element)) {
        event.preventDefault();
        onClose();
      }
    };
    document.addEventListener('keydown', onKey);
    // The back gesture of a phone closes a modal dialog without a key.
    element.addEventListener('cancel', onClose);
    return () => {
      document.removeEventListener('keydown', onKey);
      element.removeEventListener('cancel', onClose);
      element.close();
    };
  }, [dialog, isOpen, onClose]);
}

/** At once, so that a draft is back before the first field is touched; what does not load is tried again on focus. */
async function enhance(form: HTMLFormElement): Promise<void> {
  form.noValidate = true;
  const code = await import('#src/features/leads/forms/enhance-form.client.ts').catch(() => null);
  code?.enhanceForm(form);
}

/**
 * The one part of the assistant that sends something: a message to the team. `form` is made by the server like every
 * other form (MessageTemplate) and outlives this component, so that going back loses nothing.
 */
function LeaveMessage({ form, onBack }: { readonly form: HTMLElement; readonly onBack: () => void }) {
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
