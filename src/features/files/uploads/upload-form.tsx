import words from '#content/desk-projects.yaml';
import project from '#content/project.yaml';
import { sizeWords } from '../file-size.ts';
import handover from '#content/handover.yaml';
import { nameOf } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { destinations, type DestinationName } from './upload-destinations.ts';
import { largestUploadBytes } from './upload-store.ts';
import progress from '#src/ui/native-progress.module.css';
import styles from './upload-form.module.css';

const { client: asked } = handover.requests;

/** The labels of both sides; the client's side overrides some. */
const textsTo = { project: words.upload, inbox: { ...words.upload, ...project.sent.upload } } as const;

type Texts = (typeof textsTo)[DestinationName];

/** The row of a file that is being uploaded; a template, copied for each file. */
function UploadRow({ texts }: { readonly texts: Texts }) {
  return (
    <template data-upload-row>
      <li className={styles.row}>
        <p className={`small ${styles.said}`} data-upload-said />
        <div role="alert" data-upload-failed>
          <Notice kind="error" hidden>
            {''}
          </Notice>
        </div>
        <progress className={progress.progress} max={100} value={0} data-upload-bar />
        <div className={styles.acts}>
          <Button label={texts.pause} variant="secondary" size="small" data-upload-pause hidden />
          <Button label={texts.resume} size="small" data-upload-resume hidden />
          <Button label={texts.retry} size="small" data-upload-retry hidden />
          <Button label={texts.cancel} variant="secondary" size="small" data-upload-cancel hidden />
        </div>
      </li>
    </template>
  );
}

type AskedFor = readonly { readonly id: string; readonly title: string }[];

/** The longest title in an option: a select shows one line. */
const longestTitle = 60;

/** Renders the choice of the request that the files answer, the most urgent one first; nothing without requests. */
function RequestChoice({ id, requests }: { readonly id: string; readonly requests: AskedFor }) {
  if (requests.length === 0) return null;
  return (
    <div className={styles.request}>
      <SelectField
        id={id}
        name="request"
        label={asked.for}
        options={[
          ...requests.map((request) => ({
            value: request.id,
            label: nameOf(request.title, '', longestTitle),
          })),
          { value: '', label: asked.other },
        ]}
        data-upload-request=""
      />
    </div>
  );
}

/** The form for a few files without scripts. */
function PlainForm({ projectId, requests }: { readonly projectId: string; readonly requests: AskedFor }) {
  return (
    <noscript>
      <form
        className={styles.plain}
        method="post"
        action={`${destinations.inbox.path}?project=${projectId}`}
        encType="multipart/form-data"
      >
        <label className={styles.choose}>
          <span>{project.sent.upload.choose}</span>
          <input type="file" name="file" multiple required />
        </label>
        <RequestChoice id="plain-request" requests={requests} />
        <Button type="submit" label={project.sent.send} size="small" />
      </form>
    </noscript>
  );
}

/** The attribute to choose a whole folder, which React's types lack. */
const ofFolders = { webkitdirectory: '' };

/**
 * The form for uploads and their progress. `upload-loader.client.ts` loads the uploader when files are chosen or
 * dropped.
 */
export function UploadForm({
  projectId,
  to,
  requests = [],
}: {
  readonly projectId: string;
  /** The destination: the project files or the client's inbox. */
  readonly to: DestinationName;
  /** The open requests that the files may answer, the most urgent first. */
  readonly requests?: AskedFor;
}) {
  const texts: Texts = textsTo[to];
  return (
    <div
      className={styles.upload}
      // The key under which a browser stores what it needs to resume.
      data-upload={to === 'project' ? projectId : `inbox ${projectId}`}
      data-project={projectId}
      data-path={destinations[to].path}
      data-words={JSON.stringify(texts)}
      data-sizes={JSON.stringify(sizeWords)}
      data-largest={largestUploadBytes}
    >
      <noscript>
        <p className="small">{texts.noScript}</p>
      </noscript>
      {to === 'inbox' && <PlainForm {...{ projectId, requests }} />}
      <div id="upload-choice" className={styles.scripted} data-live>
        <RequestChoice id="upload-request" requests={requests} />
      </div>
      <div className={styles.choice}>
        <label className={styles.choose}>
          <span>{texts.choose}</span>
          <input type="file" multiple aria-describedby="upload-hint" data-upload-file />
        </label>
        <label className={`${styles.choose} ${styles.withDrag}`}>
          <span>{texts.chooseFolder}</span>
          <input type="file" {...ofFolders} aria-describedby="upload-hint" data-upload-folder />
        </label>
        {to === 'project' && (
          <div>
            <label className={styles.need}>
              <input type="checkbox" defaultChecked data-upload-need />
              <span>{texts.needsApproval}</span>
            </label>
            <label className={styles.need}>
              <input type="checkbox" data-upload-need-all />
              <span>{texts.needsApprovalAll}</span>
            </label>
          </div>
        )}
      </div>
      <p id="upload-hint" className={`small dim ${styles.hint}`}>
        <span className={styles.withDrag}>{texts.drop}</span>
        <span className={styles.byTouch}>{texts.touch}</span> {texts.hint}
      </p>
      <div role="alert" data-upload-not-taken>
        <Notice kind="error" hidden>
          {texts.notTaken}
        </Notice>
      </div>
      <ul className={styles.interrupted} data-upload-interrupted hidden />
      <div className={styles.summary} data-upload-summary hidden>
        <p className="small" data-upload-summary-said />
        <Button label={texts.retryAll} size="small" data-upload-retry-all hidden />
        <Button label={texts.cancelAll} variant="secondary" size="small" data-upload-cancel-all hidden />
      </div>
      <ul className={styles.rows} data-upload-list />
      <p className="sr-only" role="status" data-upload-live />
      <UploadRow texts={texts} />
    </div>
  );
}
