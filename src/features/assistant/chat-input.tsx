import { useState } from 'react';
import words from '#content/assistant.yaml';
import { Icon } from '#src/ui/icon.tsx';
import styles from './chat-input.module.css';

/** The line the visitor writes in. Enter sends it to the assistant, which is to say nowhere. */
export function ChatInput({
  onSend,
  onWrite,
}: {
  readonly onSend: (text: string) => void;
  readonly onWrite: () => void;
}) {
  const [text, setText] = useState('');
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    onSend(text);
    setText('');
  };
  return (
    <footer>
      <button type="button" className={styles.write} onClick={onWrite}>
        {words.message.open}
        <Icon name="arrow-right" />
      </button>
      <form className={styles.form} onSubmit={submit}>
        <label className="sr-only" htmlFor="assistant-message">
          {words.input.label}
        </label>
        <input
          id="assistant-message"
          className={styles.input}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder={words.input.placeholder}
          autoComplete="off"
        />
        <button
          type="submit"
          className={styles.send}
          aria-label={words.input.send}
          disabled={text.trim() === ''}
        >
          <Icon name="arrow-up" />
        </button>
      </form>
    </footer>
  );
}
