import words from '#content/assistant.yaml';
import forms from '#content/forms.yaml';
import { MessageForm } from '#src/features/leads/message-form.tsx';
import styles from './leave-message.module.css';

/** The one part of the assistant that sends something: a message to the team, and it says so first. */
export function LeaveMessage({ onBack }: { readonly onBack: () => void }) {
  const { title, text } = forms.message;
  return (
    <div className={styles.leave}>
      <button type="button" className={styles.back} onClick={onBack}>
        {words.message.back}
      </button>
      <h2 className="title-3" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {title}
      </h2>
      <p className="small dim">{text}</p>
      <MessageForm />
    </div>
  );
}
