import project from '#content/project.yaml';
import words from '#content/sound.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { momentDayText } from '#src/workspace/time-text.ts';
import { fill } from '#src/platform/fill.ts';
import { ReceiptLink } from '#src/features/files/approvals/receipt-link.tsx';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { ReportBody } from './report-page.tsx';
import styles from './delivery-report.module.css';
import type { HashMatch } from './find-report.ts';
import type { ReportRecord } from './delivery-report.ts';

const { lookUp: texts, sheet: sheetTexts } = words;

/** Renders the file with this hash and whether it was approved. */
function Answer({ match, hash }: { readonly match: HashMatch; readonly hash: string }) {
  const { file, approvedAt, approvedByName, sheetSha256 } = match;
  if (!approvedAt)
    return <StateMark shape="empty" label={fill(texts.waits, { file: fileLabelOf(file) })} wraps />;
  const isSheet = sheetSha256 === hash;
  const values = { file: fileLabelOf(file), name: approvedByName ?? '', when: momentDayText(approvedAt) };
  return (
    <>
      <StateMark shape="full" label={fill(isSheet ? texts.sheet : texts.file, values)} wraps />
      <ReceiptLink file={file} />
      {!isSheet && (
        <p className="small">
          {sheetSha256 === null ? (
            texts.withoutSheet
          ) : (
            <a href={`/portal/sheets/${sheetSha256}`}>{texts.withSheet}</a>
          )}
        </p>
      )}
    </>
  );
}

/** Renders the file or report that a SHA-256 belongs to, if any; an approved report is shown as approved. */
export function HashLookUp({
  matches,
  hash,
  side,
}: {
  readonly matches: readonly HashMatch[];
  /** Lower-case hexadecimal. */
  readonly hash: string;
  readonly side: 'portal' | 'desk';
}) {
  const approved = matches.find(({ sheetSha256 }) => sheetSha256 === hash);
  const record = approved?.sheet ? (JSON.parse(approved.sheet) as ReportRecord) : null;
  const backOf = ({ file }: HashMatch) => `/${side}/projects/${file.projectId}`;
  return (
    <div className={styles.page}>
      <section className={styles.answers} aria-labelledby="answers">
        <h1 id="answers" className={`title-1 ${styles.name}`}>
          {texts.title}
        </h1>
        <code className="num small">{hash}</code>
        {matches.length === 0 && (
          <>
            <p>{texts.none}</p>
            <ArrowLink label={project.projects} href={`/${side}/projects`} />
          </>
        )}
        {matches.map((match) => (
          <div key={match.file.id} className={styles.checks}>
            <Answer {...{ match, hash }} />
            <ArrowLink label={sheetTexts.back} href={backOf(match)} />
          </div>
        ))}
      </section>
      {approved && record && (
        <>
          <article className={styles.sheet}>
            <ReportBody
              record={record}
              file={{ ...approved.file, name: record.name }}
              back={backOf(approved)}
              level={2}
            />
          </article>
          <p className={`small dim ${styles.below}`}>
            <a href={`/portal/sheets/${hash}.json`}>{sheetTexts.data}</a>
          </p>
        </>
      )}
    </div>
  );
}
