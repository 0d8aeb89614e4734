import words from '#content/desk-projects.yaml';
import portal from '#content/portal.yaml';
import { fileSizeText } from '#src/features/portal/files/file-size.ts';
import { momentDayText, momentText } from '#src/features/portal/moment-text.ts';
import { fill } from '#src/features/portal/notices/notice-lines.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/empty.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import styles from '#src/features/desk/desk-table.module.css';
import type { ProjectPageData } from './project-page.ts';

const { files: texts } = words;

type FileRow = ProjectPageData['files'][number];

function Approval({ row: { file, approval }, now }: { readonly row: FileRow; readonly now: Date }) {
  if (approval) {
    const by = fill(texts.approvedBy, {
      name: approval.approvedByName,
      moment: momentText(approval.approvedAt, now, portal.today),
    });
    return (
      <>
        <StateMark shape="full" label={texts.approved} />
        <p className="italic dim">{by}</p>
        <p className={`micro dim ${styles.hash}`}>{fill(texts.hash, { hash: approval.sha256 })}</p>
      </>
    );
  }
  if (file.needsApproval) return <StateMark shape="signal" label={texts.waits} />;
  return <span className="italic dim">{texts.notNeeded}</span>;
}

function Act({ id, action, label, name }: { id: string; action: string; label: string; name: string }) {
  return (
    <form method="post" action={`?do=${action}`} aria-label={name}>
      <input type="hidden" name="fileId" value={id} />
      <Button type="submit" label={label} aria-label={name} variant="secondary" size="small" />
    </form>
  );
}

function Acts({ file }: { readonly file: FileRow['file'] }) {
  const named = (template: string) => fill(template, { file: file.name });
  return (
    <div className={styles.acts}>
      {file.needsApproval ? (
        <Act id={file.id} action="waive-approval" label={texts.waive} name={named(texts.waiveName)} />
      ) : (
        <Act id={file.id} action="require-approval" label={texts.require} name={named(texts.requireName)} />
      )}
      <details className={styles.sure}>
        <summary aria-label={named(texts.removeName)}>{texts.remove}</summary>
        <p>{texts.removeText}</p>
        <Act id={file.id} action="remove-file" label={texts.removeSure} name={named(texts.removeSureName)} />
      </details>
    </div>
  );
}

/** The files of a project: what each is, whether the client approved it, and what can be done with it. */
export function ProjectFiles({ rows, now }: { readonly rows: readonly FileRow[]; readonly now: Date }) {
  if (rows.length === 0)
    return (
      <div className={styles.empty}>
        <Empty>{texts.empty}</Empty>
      </div>
    );
  return (
    <table className={styles.table} data-of="files">
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.uploaded}</th>
          <th scope="col">{texts.approval}</th>
          <th scope="col">
            <span className="sr-only">{texts.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.file.id}>
            <th scope="row" className={styles.main}>
              <a href={`/portal/files/${row.file.id}`} dir="auto" className={styles.name}>
                {row.file.name}
              </a>
              <p className="italic dim">
                {texts.kinds[row.file.kind]}, {fileSizeText(row.file.sizeBytes)}
              </p>
              {row.file.kind === 'audio' && (
                <a
                  href={`/desk/projects/${row.file.projectId}?file=${row.file.id}#player`}
                  className={styles.name}
                  aria-label={fill(texts.listenName, { file: row.file.name })}
                >
                  {texts.listen}
                </a>
              )}
            </th>
            <td>
              {fill(texts.by, { day: momentDayText(row.file.uploadedAt), name: row.file.uploadedByName })}
            </td>
            <td>
              <Approval row={row} now={now} />
            </td>
            <td className={styles.end}>{!row.approval && <Acts file={row.file} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
