import words from '#content/receipts.yaml';
import site from '#content/site.yaml';
import { FileName } from '#src/features/files/file-name.tsx';
import { fileSizeText } from '#src/features/files/file-size.ts';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import type { Approval } from './find-approval.ts';
import type { Receipt } from './receipt.ts';
import { momentUtcText } from './receipt-text.ts';
import styles from './receipt-page.module.css';

const { receipt: texts, publishing } = words;

function Row({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt className="italic small dim">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Renders everything that the receipt states. */
function Contents({ approval, receipt }: { readonly approval: Approval; readonly receipt: Receipt }) {
  const { project, approvedBy, approvedAt, files, reportSha256 } = approval;
  const { rows } = texts;
  return (
    <section aria-labelledby="receipt-contents" className={styles.part}>
      <h2 id="receipt-contents" className="italic small dim">
        {texts.contents}
      </h2>
      <dl className={styles.rows}>
        <Row label={rows.project}>
          <bdi>{project}</bdi>
        </Row>
        <Row label={rows.approvedBy}>
          <bdi>{approvedBy}</bdi>
        </Row>
        <Row label={rows.approvedAt}>
          <time className="num" dateTime={approvedAt.toISOString()}>
            {momentUtcText(approvedAt)}
          </time>
        </Row>
        <Row label={rows.studio}>{site.name}</Row>
        {files.map(({ name, sha256, sizeBytes }) => (
          <Row key={sha256} label={`${rows.file}, ${rows.sha256}`}>
            <FileName name={name} />, <span className="num">{fileSizeText(sizeBytes)}</span>
            <code className="num small">{sha256}</code>
          </Row>
        ))}
        {reportSha256 !== null && (
          <Row label={rows.report}>
            <a href={`/portal/sheets/${reportSha256}`}>
              <code className="num small">{reportSha256}</code>
            </a>
          </Row>
        )}
        <Row label={rows.key}>
          <code className="num small">{receipt.keyId}</code>
        </Row>
      </dl>
      <p className="small dim">{texts.names}</p>
    </section>
  );
}

/** Renders who can look up the approval; the team can change it. */
function Publishing({ approval, side }: { readonly approval: Approval; readonly side: 'portal' | 'desk' }) {
  const { fileId, projectId, isPublished } = approval;
  const action = (name: string) => `/desk/projects/${projectId}?do=${name}`;
  return (
    <Panel id="publishing" title={publishing.title} aside={<a href="/verify">{publishing.check}</a>}>
      <div className={styles.panel} id="receipt-published" data-live>
        <StateMark
          shape={isPublished ? 'full' : 'empty'}
          label={isPublished ? publishing.published : publishing.private}
          wraps
        />
        {side === 'desk' && isPublished && (
          <PostButton action={action('withdraw-receipt')} fields={{ fileId }} label={publishing.withdraw} />
        )}
        {side === 'desk' && !isPublished && (
          <>
            <p id="publishing-warning" className="small">
              {publishing.warning}
            </p>
            <PostButton
              action={action('publish-receipt')}
              fields={{ fileId }}
              label={publishing.publish}
              aria-describedby="publishing-warning"
            />
          </>
        )}
      </div>
    </Panel>
  );
}

/** Renders the receipt of an approval, with its signed formats. */
export function ReceiptPage({
  approval,
  receipt,
  side,
}: {
  readonly approval: Approval;
  readonly receipt: Receipt;
  readonly side: 'portal' | 'desk';
}) {
  const { fileId, projectId, name, approvedBy, approvedAt } = approval;
  const path = `/portal/files/${fileId}/receipt`;
  return (
    <div className={styles.page}>
      <ArrowLink label={texts.back} icon="arrow-left" href={`/${side}/projects/${projectId}`} />
      <article className={styles.sheet}>
        <header>
          <p className="italic small dim">{texts.title}</p>
          <h1 className="title-1">
            <FileName name={name} />
          </h1>
        </header>
        <StateMark
          shape="full"
          label={fill(texts.statement, { name: approvedBy, when: momentUtcText(approvedAt) })}
          wraps
        />
        <Contents {...{ approval, receipt }} />
        <section aria-labelledby="receipt-signed" className={styles.part}>
          <h2 id="receipt-signed" className="italic small dim">
            {texts.downloads}
          </h2>
          <p className={styles.links}>
            <a href={`${path}.pdf`}>{texts.pdf}</a> <a href={`${path}.json`}>{texts.json}</a>{' '}
            <a href={`/.well-known/antinode-key.json?kid=${receipt.keyId}`}>{texts.publicKey}</a>
          </p>
          <p className="small dim">
            {texts.about} {texts.offline}
          </p>
        </section>
      </article>
      <Publishing {...{ approval, side }} />
    </div>
  );
}
