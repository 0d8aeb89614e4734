import desk from '#content/desk-projects.yaml';
import project from '#content/project.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { DownloadFiles } from '../lists/download-files.tsx';
import { fileSizeText } from '../file-size.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { DeskRequests, RequestForm } from '../upload-requests/desk-requests.tsx';
import { PortalRequests } from '../upload-requests/portal-requests.tsx';
import type { ListedRequest } from '../upload-requests/upload-requests.ts';
import type { ListedClientUpload } from './list-client-uploads.ts';
import type { mayWithdraw } from './client-uploads.ts';
import { ClientUploadsTable } from './client-uploads-table.tsx';
import fold from '#src/workspace/fold.module.css';
import progress from '#src/ui/native-progress.module.css';
import styles from './client-uploads.module.css';
import { bytesPerGb, type UploadSpace } from './client-upload-space.ts';

const { sent: texts } = project;
const { sent: deskTexts } = desk;

type Sent = {
  readonly files: readonly ListedClientUpload[];
  readonly space: UploadSpace;
  readonly requests: readonly ListedRequest[];
};

/** Renders the used share of the storage limit. */
function Space({ space, template }: { readonly space: UploadSpace; readonly template: string }) {
  const { usedBytes, limitBytes } = space;
  const said = fill(template, { used: fileSizeText(usedBytes), limit: fileSizeText(limitBytes) });
  return (
    <div className={styles.space}>
      <p className="small dim" id="sent-space">
        {said}
      </p>
      <progress
        className={progress.progress}
        aria-labelledby="sent-space"
        max={Math.max(1, limitBytes)}
        value={limitBytes === 0 ? 1 : Math.min(usedBytes, limitBytes)}
      />
    </div>
  );
}

/** Renders the files that the client sent to a project, above the form to send more. */
export function OwnUploadsPanel({
  projectId,
  person,
  sent,
  error,
  today,
  children,
}: {
  readonly projectId: string;
  readonly person: Parameters<typeof mayWithdraw>[0];
  readonly sent: Sent;
  /** Why a withdrawal was refused. */
  readonly error: string | undefined;
  /** YYYY-MM-DD, in the studio's time zone. */
  readonly today: string;
  readonly children: React.ReactNode;
}) {
  const { files, space, requests } = sent;
  return (
    <Panel id="sent-files" title={texts.title}>
      <div id="request-list" data-live>
        <PortalRequests {...{ requests, today }} />
      </div>
      <div id="sent-list" data-live>
        {error && (
          <div className={styles.box}>
            <Notice kind="error" role="alert">
              {error}
            </Notice>
          </div>
        )}
        {files.length === 0 ? (
          <div className={styles.box}>
            <Empty>{texts.empty}</Empty>
          </div>
        ) : (
          <ClientUploadsTable files={files} projectId={projectId} viewer={{ side: 'client', person }} />
        )}
        <Space space={space} template={texts.space} />
        {space.leftBytes === 0 && (
          <div className={styles.box}>
            <Notice kind="error">{texts.spent}</Notice>
          </div>
        )}
      </div>
      {children}
    </Panel>
  );
}

function LimitForm({ sent, refused }: { readonly sent: Sent; readonly refused: RefusedAction | null }) {
  const { isUsual, limitBytes } = sent.space;
  const current = isUsual ? '' : String(limitBytes / bytesPerGb);
  return (
    <details className={`${fold.fold} ${styles.limit}`} open={refused !== null}>
      <summary>{deskTexts.limit}</summary>
      <form method="post" action="?do=change-sent-limit" aria-label={deskTexts.limit} noValidate>
        <TextField
          id="sent-limit"
          name="limit"
          label={deskTexts.gb}
          hint={fill(deskTexts.gbHint, { usual: String(texts.limitGb) })}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={refused?.entries['limit'] ?? current}
          error={refused?.errors['limit']}
        />
        <div>
          <Button type="submit" label={deskTexts.save} size="small" />
        </div>
      </form>
    </details>
  );
}

/** Renders the files that the client sent, for the team, and the form for the client's space. */
export function ClientUploadsPanel({
  projectId,
  sent,
  refused,
  today,
}: {
  readonly projectId: string;
  readonly sent: Sent;
  /** The rejected change of the storage limit, or request for files. */
  readonly refused: RefusedAction | null;
  /** YYYY-MM-DD, in the studio's time zone. */
  readonly today: string;
}) {
  const { files, space, requests } = sent;
  const of = (action: string) => (refused?.action === action ? refused : null);
  return (
    <Panel id="sent-files" title={deskTexts.title}>
      <div id="request-list" data-live={of('change-request') ? undefined : ''}>
        <DeskRequests {...{ requests, today }} refused={of('change-request')} />
      </div>
      <RequestForm refused={of('request-files')} today={today} />
      <div id="sent-list" data-live>
        {files.length === 0 ? (
          <div className={styles.box}>
            <Empty>{deskTexts.empty}</Empty>
          </div>
        ) : (
          <ClientUploadsTable files={files} projectId={projectId} viewer={{ side: 'team' }} />
        )}
        <DownloadFiles {...{ projectId, files }} />
        <Space space={space} template={deskTexts.space} />
      </div>
      <LimitForm sent={sent} refused={of('change-sent-limit')} />
    </Panel>
  );
}
