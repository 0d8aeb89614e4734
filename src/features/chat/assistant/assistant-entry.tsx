import words from '#content/assistant.yaml';
import { destinationOf } from '#src/studio/destinations.ts';
import { plates } from '#src/studio/notes.ts';
import { Figure } from '#src/ui/figure.tsx';
import { Icon } from '#src/ui/icon.tsx';
import styles from './assistant-entry.module.css';
import forms from '#content/forms.yaml';
import { MessageForm } from '#src/features/leads/forms/contact-form.tsx';

/** The button that opens the assistant on wider screens; on phones it is "Chat" in the bottom bar. */
export function ChatBubble() {
  const { open, close } = words.bubble;
  return (
    <a
      className={styles.bubble}
      href={destinationOf('contact').href}
      aria-label={open}
      data-s="plate"
      data-opens="chat"
      data-chat-toggle
      data-open-label={open}
      data-close-label={close}
    >
      <Figure slug={plates.home} />
      <Icon name="chat" />
    </a>
  );
}

/** The message form, included on every page for the assistant. */
export function MessageTemplate() {
  const { title, text } = forms.message;
  return (
    <template id="message-template">
      <h2 className="title-3" tabIndex={-1}>
        {title}
      </h2>
      <p className="small dim">{text}</p>
      <MessageForm />
    </template>
  );
}
