import forms from '#content/forms.yaml';
import { MessageForm } from '#src/features/leads/forms/message-form.tsx';

/** The message to the team, which waits on every page for the assistant to ask for it. */
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
