import words from '#content/assistant.yaml';
import { destinationOf } from '#src/features/site/destinations.ts';
import { plates } from '#src/features/site/plates.ts';
import { Figure } from '#src/ui/figure.tsx';
import { Icon } from '#src/ui/icon.tsx';
import styles from './chat-bubble.module.css';

/** The way into the assistant on wider screens; on phones it is "Chat" in the bottom bar. */
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
