import words from '#content/receipts.yaml';
import { FileName } from '#src/features/files/file-name.tsx';
import { PanelPage } from '#src/studio/panel-page.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { SplitPanel } from '#src/ui/split-panel.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { momentUtcText } from '../receipt-text.ts';
import { tooManyText, type Answer } from './verify.ts';
import progress from '#src/ui/native-progress.module.css';
import styles from './verify-page.module.css';

const { verify: texts } = words;

/** The commands that compute a SHA-256. */
const commands = { linux: 'sha256sum', mac: 'shasum -a 256', windows: 'Get-FileHash' } as const;

const code = (command: string) => <code>{command}</code>;

type Found = Extract<Answer, { readonly kind: 'approved' }>;

/** Renders a published approval. */
function Approved({ sha256, approval }: Found) {
  const { name, project, approvedBy, approvedAt } = approval;
  const { rows } = texts;
  const when = momentUtcText(approvedAt);
  return (
    <>
      <p>
        <FormattedText template={texts.statement} values={{ name: approvedBy, when }} />
      </p>
      <dl className={styles.rows}>
        <dt className="italic small dim">{rows.file}</dt>
        <dd>
          <FileName name={name} />
        </dd>
        <dt className="italic small dim">{rows.project}</dt>
        <dd>
          <bdi>{project}</bdi>
        </dd>
        <dt className="italic small dim">{rows.approvedBy}</dt>
        <dd>
          <bdi>{approvedBy}</bdi>
        </dd>
        <dt className="italic small dim">{rows.approvedAt}</dt>
        <dd>
          <time dateTime={approvedAt.toISOString()}>{when}</time>
        </dd>
        <dt className="italic small dim">{rows.sha256}</dt>
        <dd className="num small">{sha256}</dd>
      </dl>
    </>
  );
}

/** Renders the answer to a hash. */
function AnswerPart({ answer }: { readonly answer: Exclude<Answer, { readonly kind: 'invalid' }> }) {
  return (
    <section id="answer" className={styles.answer} aria-labelledby="answer-title" tabIndex={-1}>
      {answer.kind === 'too-many' ? (
        <Notice kind="error" id="answer-title">
          {tooManyText(answer.retryAfterS)}
        </Notice>
      ) : (
        <h2 id="answer-title" className="title-3">
          <StateMark
            shape={answer.kind === 'approved' ? 'full' : 'empty'}
            label={answer.kind === 'approved' ? texts.approved : texts.unknown}
            wraps
          />
        </h2>
      )}
      {answer.kind === 'approved' && <Approved {...answer} />}
      {answer.kind === 'unknown' && (
        <>
          <p>{texts.unknownText}</p>
          <p className="num small">{answer.sha256}</p>
        </>
      )}
    </section>
  );
}

/** The field of the file, which `verify-loader.client.ts` hashes; it is never sent. */
function FilePart() {
  return (
    <div className={styles.file}>
      <label htmlFor="verify-file">{texts.file}</label>
      <input id="verify-file" type="file" aria-describedby="verify-file-hint" data-verify-file />
      <p id="verify-file-hint" className="small dim">
        {texts.fileHint}
      </p>
      <div className={styles.progress} data-verify-progress hidden>
        <p className="small num" data-verify-said />
        <progress className={progress.progress} max={1} value={0} aria-label={texts.progress} />
        <div>
          <Button label={texts.cancel} variant="secondary" size="small" data-verify-cancel />
        </div>
      </div>
      <div role="alert" data-verify-failed>
        <Notice kind="error" hidden>
          {''}
        </Notice>
      </div>
      <p className="small" role="status" data-verify-live />
    </div>
  );
}

const { reading, cancelled, failed, notLoaded } = texts;

/** The page where anyone checks whether exactly their file was approved. */
export function VerifyPage({ answer }: { readonly answer: Answer | null }) {
  const invalid = answer?.kind === 'invalid' ? answer.text : null;
  const aside = (
    <>
      <h1 className={`title ${styles.title}`}>{texts.title}</h1>
      <p>{texts.lead}</p>
    </>
  );
  return (
    <PanelPage>
      <SplitPanel aside={aside}>
        <div className={styles.paper}>
          {answer && answer.kind !== 'invalid' && <AnswerPart answer={answer} />}
          <form
            className={styles.form}
            method="get"
            action="/verify"
            data-verify
            data-words={JSON.stringify({ reading, cancelled, failed, notLoaded })}
            noValidate
          >
            <noscript>
              <p className="small">{texts.noScript}</p>
            </noscript>
            <FilePart />
            <TextField
              id="sha256"
              name="sha256"
              label={texts.or}
              hint={texts.hashHint}
              error={invalid === null ? undefined : texts.invalid}
              defaultValue={invalid ?? ''}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
            <p className="small dim">
              <FormattedText
                template={texts.compute}
                values={{
                  linux: code(commands.linux),
                  mac: code(commands.mac),
                  windows: code(commands.windows),
                }}
              />
            </p>
            <Button type="submit" label={texts.submit} />
            <p className="small dim">{texts.published}</p>
          </form>
        </div>
      </SplitPanel>
    </PanelPage>
  );
}
