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

/** Renders the fields of a request; after a refusal they hold what was typed. */
function RequestFields({
  idPrefix,
  today,
  hint,
  values,
  errors = {},
}: {
  readonly idPrefix: string;
  /** YYYY-MM-DD. */
  readonly today: string;
  /** What follows from it. */
  readonly hint: string;
  readonly values: RefusedAction['entries'];
  readonly errors?: RefusedAction['errors'] | undefined;
}) {
  const field = (name: 'requestTitle' | 'requestDueOn') => ({
    id: `${idPrefix}-${name === 'requestTitle' ? 'title' : 'due'}`,
    name,
    defaultValue: values[name] ?? '',
    error: errors[name],
  });
  return (
    <>
      <TextAreaField {...field('requestTitle')} label={texts.what} rows={2} dir="auto" />
      <TextField {...field('requestDueOn')} label={texts.until} type="date" min={today} hint={hint} />
    </>
  );
}

function Request({
  request,
  today,
  refused = null,
}: {
  readonly request: ListedRequest;
  readonly today: string;
  /** The rejected change of this request. */
  readonly refused?: RefusedAction | null;
}) {
  const { id, dueOn, title, state, requestedByName, requestedAt, remindedAt, closedByName } = request;
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
            label={texts.change}
            name={named(texts.changeName)}
            action="?do=change-request"
            fields={{ requestId: id }}
            submit={texts.save}
            submitName={named(texts.saveName)}
            isOpen={refused !== null}
          >
            <RequestFields
              idPrefix={id}
              today={today}
              hint={texts.changeText}
              values={refused?.entries ?? { requestTitle: title, requestDueOn: dueOn }}
              errors={refused?.errors}
            />
          </FoldedForm>
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
export function DeskRequests({
  requests,
  today,
  refused,
}: Listed & { /** The rejected change of a request. */ readonly refused: RefusedAction | null }) {
  const open = requests.filter(({ state }) => state === 'open');
  const closed = requests.filter(({ state }) => state !== 'open');
  const [one, several] = texts.history;
  return (
    <>
      {requests.length === 0 && <p className={`small dim ${styles.empty}`}>{texts.empty}</p>}
      <ul className={styles.list} aria-label={texts.title}>
        {open.map((request) => (
          <Request
            key={request.id}
            {...{ request, today }}
            refused={refused?.entries['requestId'] === request.id ? refused : null}
          />
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
        <RequestFields
          idPrefix="request"
          today={today}
          hint={texts.text}
          values={refused?.entries ?? {}}
          errors={refused?.errors}
        />
        <div>
          <Button type="submit" label={texts.submit} size="small" />
        </div>
      </form>
    </details>
  );
}
