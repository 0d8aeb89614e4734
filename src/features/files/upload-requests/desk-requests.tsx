import words from '#content/handover.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextAreaField, TextField } from '#src/ui/field.tsx';
import { FoldedForm, ActionButton } from '#src/workspace/action-forms.tsx';
import { momentDayText } from '#src/workspace/time-text.ts';
import { filesText, RequestState } from './request-facts.tsx';
import type { ListedRequest } from './upload-requests.ts';
import fold from '#src/workspace/fold.module.css';
import styles from './upload-requests.module.css';

const { requests: texts } = words;

type Listed = {
  readonly requests: readonly ListedRequest[];
  /** YYYY-MM-DD. */
  readonly today: string;
};

function Request({ request, today }: { readonly request: ListedRequest; readonly today: string }) {
  const { id, title, state, requestedByName, requestedAt, remindedAt, closedByName } = request;
  const named = (template: string) => fill(template, { request: title });
  const facts = [
    filesText(request),
    fill(texts.asked, { name: requestedByName, day: momentDayText(requestedAt) }),
    ...(remindedAt ? [fill(texts.reminded, { day: momentDayText(remindedAt) })] : []),
  ];
  return (
    <li className={styles.request}>
      <p className={styles.title} dir="auto">
        {title}
      </p>
      <p className={styles.facts}>
        <RequestState {...{ request, today }} />{' '}
        {closedByName !== null && <bdi className="italic dim">{closedByName}</bdi>}
      </p>
      <p className={`small dim ${styles.facts}`}>{facts.join(', ')}</p>
      {state === 'open' && (
        <div className={styles.acts}>
          <ActionButton
            field="requestId"
            id={id}
            action="finish-request"
            label={texts.finish}
            name={named(texts.finishName)}
          />
          <FoldedForm
            label={texts.cancel}
            name={named(texts.cancelName)}
            action="?do=cancel-request"
            fields={{ requestId: id }}
            submit={texts.cancelSure}
            submitName={named(texts.cancelSureName)}
            variant="danger"
          >
            <p>{texts.cancelText}</p>
          </FoldedForm>
        </div>
      )}
    </li>
  );
}

/** Renders the requests for files of a project, with closed ones folded. */
export function DeskRequests({ requests, today }: Listed) {
  const open = requests.filter(({ state }) => state === 'open');
  const closed = requests.filter(({ state }) => state !== 'open');
  const [one, several] = texts.history;
  return (
    <>
      {requests.length === 0 && <p className={`small dim ${styles.empty}`}>{texts.empty}</p>}
      <ul className={styles.list} aria-label={texts.title}>
        {open.map((request) => (
          <Request key={request.id} {...{ request, today }} />
        ))}
      </ul>
      {closed.length > 0 && (
        <details className={`${fold.fold} ${styles.fold}`}>
          <summary>{closed.length === 1 ? one : fill(several, { count: String(closed.length) })}</summary>
          <ul className={styles.list}>
            {closed.map((request) => (
              <Request key={request.id} {...{ request, today }} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Renders the form that requests files from the client. */
export function RequestForm({
  refused,
  today,
}: {
  readonly refused: RefusedAction | null;
  /** YYYY-MM-DD. */
  readonly today: string;
}) {
  return (
    <details className={`${fold.fold} ${styles.fold}`} open={refused !== null}>
      <summary>{texts.add}</summary>
      <form
        className={styles.form}
        method="post"
        action="?do=request-files"
        aria-label={texts.add}
        noValidate
      >
        <TextAreaField
          id="request-title"
          name="requestTitle"
          label={texts.what}
          rows={2}
          dir="auto"
          defaultValue={refused?.entries['requestTitle'] ?? ''}
          error={refused?.errors['requestTitle']}
        />
        <TextField
          id="request-due"
          name="requestDueOn"
          label={texts.until}
          type="date"
          min={today}
          hint={texts.text}
          defaultValue={refused?.entries['requestDueOn'] ?? ''}
          error={refused?.errors['requestDueOn']}
        />
        <div>
          <Button type="submit" label={texts.submit} size="small" />
        </div>
      </form>
    </details>
  );
}
