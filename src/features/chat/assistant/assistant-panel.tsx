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
 * The assistant: prepared answers from this browser alone, until the visitor requests a person. A modal dialog on
 * phones and a panel next to the page on wider screens.
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
  /** Null until a person is requested. */
  readonly team: Team | null;
  /** Loads the code for requesting one. */
  readonly loadTeam: () => Promise<Team>;
  /** The message form from MessageTemplate. */
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
  /** The text to send once a person is requested; null if the visitor is not requesting one. */
  const first = useRef<string | null>(null);
  const askForPerson = async (typed: string) => {
    const isUnderWay = first.current !== null;
    first.current = typed || (first.current ?? '');
    if (isUnderWay) return;
    const loaded = await loadTeam().catch(() => null);
    if (!loaded) chat.addMessage({ sender: 'event', message: words.person.failed });
    const outcome = loaded ? await loaded.ask() : 'failed';
    const firstText = first.current;
    first.current = null;
    if (outcome === 'failed') return;
    setIsAsking(false);
    focusOn('.assistant-input');
    if (outcome === 'refused' || firstText.trim() === '') return;
    loaded?.sendLine(firstText);
    setText((now) => (now === firstText ? '' : now));
  };
  const findPresence = usePresence(loadTeam);
  const send = () => {
    if (talking) talking.sendLine(text);
    else if (isAsking) void askForPerson(text);
    else chat.send(text);
    // The first text stays in the box until a person is known to be available.
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

/** Returns what the visitor asked the assistant, for the ways to contact a person. */
const askedOf = (conversation: Conversation) => ({
  isUnsure: isUnsure(conversation, words),
  hasAsked: questionsOf(conversation).length > 0,
});

/** Finds out whether a person is available. */
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

/** Synchronises the native dialog with `isOpen`; Escape closes it from anywhere. */
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

/**
 * Runs at once, so that a draft is restored before the first field is focused; retried on focus if the script does
 * not load.
 */
async function enhance(form: HTMLFormElement): Promise<void> {
  form.noValidate = true;
  const code = await import('#src/features/leads/forms/enhance-form.client.ts').catch(() => null);
  code?.enhanceForm(form);
}

/**
 * The form for a message to the team. `form` is server-rendered (MessageTemplate) and outlives this component, so
 * that its content stays.
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
