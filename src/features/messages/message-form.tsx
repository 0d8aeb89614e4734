import portal from '#content/portal.yaml';
import { largestFormBytes } from '#src/features/files/client-uploads/handle-upload-form.ts';
import { Button } from '#src/ui/button.tsx';
import { answerMessages } from '#src/workspace/page-action.ts';
import line from '#src/workspace/line-box.module.css';
import { FieldMessage } from '#src/workspace/field-message.tsx';
import styles from './message-form.module.css';

const { messages: words } = portal;

/** The id of the box of a message form. */
export const messageBoxId = (projectId: string) => `message-${projectId}`;

/** The form for a message. Works without scripts; `send-message.client.ts` sends it without leaving the page. */
export function MessageForm({
  projectId,
  clientId,
  messageId,
  seen,
  hasFiles = false,
  value = '',
  error,
  action = '?do=send-message',
  placeholder = words.placeholder,
  sendsOnEnter = false,
}: {
  /** The id of what it is sent to: a project, `general`, or a chat. */
  readonly projectId: string;
  /** The client of a general conversation; not in the portal, which knows it. */
  readonly clientId?: string | undefined;
  /** True if files can be attached. */
  readonly hasFiles?: boolean;
  /** A new UUID each time the page is made. */
  readonly messageId: string;
  /** What the page shows of the colleagues' answers: the latest message, or empty; for the team's forms. */
  readonly seen?: string | undefined;
  /** The text that was refused, if any. */
  readonly value?: string | undefined;
  readonly error?: string | undefined;
  /** The URL it posts to, which must handle `send-message`. */
  readonly action?: string;
  readonly placeholder?: string;
  /** True if Enter sends and Shift+Enter starts a line, as in a chat. */
  readonly sendsOnEnter?: boolean;
}) {
  const id = messageBoxId(projectId);
  return (
    <form
      className={styles.form}
      method="post"
      action={action}
      encType={hasFiles ? 'multipart/form-data' : undefined}
      data-message-form={clientId ?? projectId}
      data-words={JSON.stringify({
        ...answerMessages,
        sending: words.sending,
        unreachable: words.unreachable,
        kept: words.kept,
        tooLarge: words.unattached.size,
      })}
      noValidate
    >
      <input type="hidden" name="messageId" value={messageId} />
      <input type="hidden" name="projectId" value={projectId} />
      {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
      {clientId !== undefined && <input type="hidden" name="clientId" value={clientId} />}
      <label className="sr-only" htmlFor={id}>
        {words.label}
      </label>
      <textarea
        className={`${line.box} ${styles.box}`}
        id={id}
        name="content"
        rows={1}
        dir="auto"
        placeholder={placeholder}
        // Browsers count \n alone; with \r\n a first line that is empty would be lost.
        defaultValue={value.replaceAll('\r\n', '\n')}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-said`}
        autoComplete="off"
        enterKeyHint={sendsOnEnter ? 'send' : undefined}
        data-sends-on-enter={sendsOnEnter ? '' : undefined}
      />
      <Button type="submit" label={words.send} />
      {hasFiles && (
        <label className={styles.attach}>
          <span>{words.attach}</span>
          <input type="file" name="attached" multiple data-largest={largestFormBytes} />
        </label>
      )}
      <FieldMessage id={`${id}-said`} className={styles.said} error={error} />
    </form>
  );
}
