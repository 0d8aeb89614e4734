import { useEffect, useState } from 'react';
import words from '#content/assistant.yaml';
import {
  greet,
  reply,
  replyDelayMs,
  say,
  unansweredOf,
  type Context,
  type Conversation,
} from './conversation.ts';
import { keepConversation, keptConversation } from './keep-conversation.ts';

const shelf = () => sessionStorage;

/** The conversation of this tab: greets on opening, answers each message a second after it was sent. */
export function useConversation(isOpen: boolean, context: Context) {
  const [conversation, setConversation] = useState<Conversation>(() => keptConversation(shelf));

  useEffect(() => {
    if (isOpen) setConversation((now) => greet(now, context, words, Date.now()));
  }, [isOpen, context]);

  useEffect(() => {
    keepConversation(conversation, shelf);
    const timers = unansweredOf(conversation).map((waiting) =>
      setTimeout(
        () => setConversation((now) => reply(now, waiting, words, Date.now())),
        Math.max(0, waiting.timestamp + replyDelayMs - Date.now()),
      ),
    );
    return () => timers.forEach(clearTimeout);
  }, [conversation]);

  return {
    conversation,
    isTyping: unansweredOf(conversation).length > 0,
    send: (text: string) => setConversation((now) => say(now, text, Date.now())),
  };
}
