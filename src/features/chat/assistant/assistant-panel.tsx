import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import words from '#content/assistant.yaml';
import { ChatLog } from './chat-log.tsx';
import { ChatInput, Emblem, Glyph } from './chat-input.tsx';
import { type Chat, isUnsure, questionsOf, unansweredOf, type Conversation } from './chat.ts';
import type { Team } from './start-team.tsx';
import { WaysToPerson } from './ways-to-person.tsx';

const never = () => () => undefined;
const none = () => null;

/**
 * The assistant: prepared answers, given by this browser alone, until the visitor asks for a person. A modal sheet on phones, where it
 * covers the page, and a panel beside the page on wider screens.
 */
export function AssistantPanel({
  chat,
  team,
  loadTeam,
  form,
  isOpen,
  onClose,
}: {
  readonly chat: Chat;
  /** Null until a person is asked for. */
  readonly team: Team | null;
  /** Loads what is needed to ask for one. */
  readonly loadTeam: () => Promise<Team>;
  /** The message form; made by MessageTemplate. */
  readonly form: HTMLElement;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const conversation = useSyncExternalStore(chat.subscribe, chat.read);
  const record = useSyncExternalStore(team?.subscribe ?? never, team?.read ?? none);
  const [isWriting, setIsWriting] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [text, setText] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  useOpenDialog(dialog, isOpen, onClose);
  const talking = team?.isTalking() ? team : null;

  const focusOn = (selector: string) => {
    // Focused once React has rendered the element.
    setTimeout(() => dialog.current?.querySelector<HTMLElement>(selector)?.focus());
  };
  /** The text to send first once the visitor has asked for a person; null while they are not asking. */
  const first = useRef<string | null>(null);
  const askForPerson = async (typed: string) => {
    const isUnderWay = first.current !== null;
    first.current = typed || (first.current ?? '');
    if (isUnderWay) return;
    const loaded = await loadTeam().catch(() => null);
    if (!loaded) chat.addMessage({ sender: 'event', message: words.person.failed });
    const outcome = loaded ? await loaded.ask() : 'failed';
    const said = first.current;
    first.current = null;
    if (outcome === 'failed') return;
    setIsAsking(false);
    focusOn('.assistant-input');
    if (outcome === 'refused' || said.trim() === '') return;
    loaded?.sendLine(said);
    setText((now) => (now === said ? '' : now));
  };
  const findPresence = usePresence(loadTeam);
  const send = () => {
    if (talking) talking.sendLine(text);
    else if (isAsking) void askForPerson(text);
    else chat.send(text);
    // The text to send first stays in the box until a person is known to be available.
    if (talking || !isAsking) setText('');
  };

  return (
    <dialog ref={dialog} id="assistant" className="assistant-panel" aria-label={words.panel} data-s="plate">
      <Head note={talking ? talking.note() : words.note} onClose={onClose} />
      {isWriting ? (
        <LeaveMessage form={form} onBack={() => setIsWriting(false)} />
      ) : (
        <>
          <ChatLog
            conversation={conversation}
            pending={record?.pending ?? []}
            statusOf={team?.statusOf}
            isTyping={unansweredOf(conversation).length > 0}
            onChoose={talking ? null : chat.send}
            onWrite={talking && record ? () => setIsWriting(true) : null}
            onEdit={(line) => {
              team?.withdrawLine(line.writtenAs);
              setText(line.content);
              focusOn('.assistant-input');
            }}
            onLeave={() => dialog.current?.matches(':modal') && onClose()}
          />
          <div className="assistant-foot">
            {talking && record ? (
              <talking.WithTeam record={record} team={talking} onGone={() => focusOn('.assistant-input')} />
            ) : (
              <WaysToPerson
                {...{ isAsking, findPresence, ...askedOf(conversation) }}
                onAsk={(isAsked) => {
                  setIsAsking(isAsked);
                  if (!isAsked) focusOn('[data-ask]');
                }}
                onBegin={() => void askForPerson('')}
                onWrite={() => setIsWriting(true)}
              />
            )}
            <ChatInput text={text} onType={setText} onSend={send} isToTeam={isAsking || talking !== null} />
          </div>
        </>
      )}
    </dialog>
  );
}

/** What the visitor asked the assistant, as far as the ways to a person depend on it. */
const askedOf = (conversation: Conversation) => ({
  isUnsure: isUnsure(conversation, words),
  hasAsked: questionsOf(conversation).length > 0,
});

/** Finds out whether a person is there. */
const usePresence = (loadTeam: () => Promise<Team>) =>
  useCallback(async () => (await loadTeam().catch(() => null))?.findPresence() ?? null, [loadTeam]);

function Head({ note, onClose }: { readonly note: string; readonly onClose: () => void }) {
  return (
    <div className="assistant-head">
      <Emblem />
      <div>
        <p className="assistant-title" tabIndex={-1} data-first-focus>
          {words.title}
        </p>
        <p className="italic small dim">{note}</p>
      </div>
      <button type="button" className="assistant-close" aria-label={words.bubble.close} onClick={onClose}>
        <Glyph name="close" />
      </button>
    </div>
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
    if (matchMedia('(max-width: 50em)').matches) element.showModal();
    else element.show();
    element.querySelector('[role=log]')?.scrollTo({ top: Number.MAX_SAFE_INTEGER });
    const isTouch = matchMedia('(pointer: coarse)').matches;
    // On touch screens the input is not focused, since a keyboard would cover the greeting.
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
 * The form for a message to the team. `form` is made by the server like every other form (MessageTemplate) and outlives this
 * component, so that what was typed stays.
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
