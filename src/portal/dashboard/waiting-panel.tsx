import type { Permission } from '#src/features/accounts/people/person.table.ts';
import portal from '#content/portal.yaml';
import { RecordingCover } from '#src/features/files/covers/recording-cover.tsx';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import { isPlayed } from '#src/features/files/store/file-type.ts';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { countWord } from '#src/workspace/count-words.ts';
import type { Dashboard } from './find-dashboard.ts';
import { InvoiceMark } from '#src/features/invoices/invoice-mark.tsx';
import { invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import { dayText } from '#src/workspace/time-text.ts';
import { moneyOf } from '#src/features/invoices/money.ts';
import handover from '#content/handover.yaml';
import { dueText } from '#src/features/files/upload-requests/request-facts.tsx';
import styles from './waiting-panel.module.css';
import smallWaveformStyles from './small-waveform.module.css';

const bars = 140;
const box = { width: 600, height: 60 };
const bar = { step: box.width / bars, width: 2.2, least: 1 };

/** Returns the path of the bars, each as high as its part's loudest peak. */
function outlineOf(peaks: string): string {
  const bytes = Buffer.from(peaks, 'base64');
  return Array.from({ length: bars }, (_, index) => {
    const from = Math.floor((index * bytes.length) / bars);
    const to = Math.max(from + 1, Math.floor(((index + 1) * bytes.length) / bars));
    const loudest = Math.max(0, ...bytes.subarray(from, to));
    const height = Math.max(bar.least, (loudest / 255) * box.height);
    const [x, y] = [index * bar.step, (box.height - height) / 2];
    return `M${x.toFixed(1)} ${y.toFixed(1)}h${bar.width}v${height.toFixed(1)}h-${bar.width}z`;
  }).join('');
}

/** Renders a small decorative waveform in the text colour. */
function SmallWaveform({ peaks }: { /** One byte a slice, base64. */ readonly peaks: string }) {
  return (
    <svg
      className={smallWaveformStyles.wave}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={outlineOf(peaks)} />
    </svg>
  );
}

const { dashboard: words } = portal;
const { client: asked } = handover.requests;

const linkName = (name: string, action: string) => ({ label: action, 'aria-label': `${action}: ${name}` });

function WaitingFile({
  file,
  permission,
  isFirst,
}: {
  readonly file: Dashboard['files'][number];
  readonly permission: Permission;
  /** True for the file in the signal colour. */
  readonly isFirst: boolean;
}) {
  const { id, kind, peaks, projectId, project, figureKey } = file;
  const { listen, watch, read } = permission === 'approve' ? words : words.toListen;
  const opened = kind === 'video' ? watch : listen;
  const name = fileLabelOf(file);
  return (
    <li className={styles.file} data-s={isFirst ? 'signal' : undefined}>
      <div className={styles.head}>
        <RecordingCover file={`/portal/files/${id}`} figureKey={figureKey} />
        <p>
          <span className={styles.name}>
            <FileName name={name} />
          </span>
          <bdi className={`italic small ${styles.project}`}>{project}</bdi>
        </p>
      </div>
      {peaks && <SmallWaveform peaks={peaks} />}
      <div>
        <ButtonLink
          {...linkName(name, isPlayed(file) ? opened : read)}
          size="small"
          variant={isFirst ? 'primary' : 'secondary'}
          href={`/portal/projects/${projectId}${isPlayed(file) ? `?file=${file.id}#player` : `#file-${file.id}`}`}
        />
      </div>
    </li>
  );
}

function WaitingInvoice({
  invoice,
  today,
}: {
  readonly invoice: Dashboard['invoices'][number];
  readonly today: string;
}) {
  const isOverdue = invoiceStatusOf(invoice, today) === 'overdue';
  const { code } = invoice;
  const due = fill(isOverdue ? words.pastDue : words.dueOn, { day: dayText(invoice.dueOn) });
  return (
    <li className={styles.invoice}>
      <div>
        <p className="num">
          {code}, {moneyOf(invoice.openMinor, invoice.currency)}
        </p>
        <p className="small" data-overdue={isOverdue || undefined}>
          {due}
        </p>
      </div>
      <ArrowLink {...linkName(code, words.open)} href={`/portal/invoices/${invoice.id}`} />
    </li>
  );
}

/** Renders an invoice whose payment the studio has to confirm. */
const ReportedInvoice = ({ invoice }: { readonly invoice: Dashboard['reported'][number] }) => (
  <li className={styles.invoice}>
    <div>
      <p className="num">
        {invoice.code}, {moneyOf(invoice.openMinor, invoice.currency)}
      </p>
      <p className="small">
        <InvoiceMark status="reported" />
      </p>
    </div>
    <ArrowLink {...linkName(invoice.code, words.open)} href={`/portal/invoices/${invoice.id}`} />
  </li>
);

/** Renders files that the studio needs from the client. */
const WaitingRequest = ({
  request: { title, dueOn, projectId, project },
  today,
}: {
  readonly request: Dashboard['requests'][number];
  readonly today: string;
}) => (
  <li className={styles.invoice}>
    <div>
      <p className={styles.request} dir="auto">
        {title}
      </p>
      <p className="small" data-overdue={dueOn < today || undefined}>
        {dueText(dueOn, today)}, <bdi className="italic">{project}</bdi>
      </p>
    </div>
    <ArrowLink {...linkName(title, asked.send)} href={`/portal/projects/${projectId}#sent-files`} />
  </li>
);

/** Number of requests that are listed. */
const mostRequests = 6;

function More({ count, href }: { readonly count: number; readonly href: string }) {
  if (count === 0) return null;
  return (
    <li className={styles.invoice}>
      <ArrowLink label={fill(words.more, { count: countWord(count) })} href={href} />
    </li>
  );
}

/**
 * Renders what is waiting for a client: files to approve, files to send and invoices to pay, then payments that the studio has to
 * confirm.
 */
export function WaitingPanel({
  files,
  requests,
  invoices,
  reported,
  today,
  permission,
}: Pick<Dashboard, 'files' | 'requests' | 'invoices' | 'reported'> & {
  /** YYYY-MM-DD. */ readonly today: string;
  /** For listeners, the text says that the files are waiting for a colleague. */
  readonly permission: Permission;
}) {
  const isEmpty = files.length === 0 && requests.length === 0 && invoices.length === 0;
  const [overdue, due] = [true, false].map((isLate) =>
    invoices
      .filter((invoice) => (invoiceStatusOf(invoice, today) === 'overdue') === isLate)
      .map((invoice) => <WaitingInvoice key={invoice.id} invoice={invoice} today={today} />),
  );
  const theirs = reported.length > 0 && (
    <ul className={styles.list}>
      {reported.map((invoice) => (
        <ReportedInvoice key={invoice.id} invoice={invoice} />
      ))}
    </ul>
  );
  // The page header reports that nothing is waiting.
  if (isEmpty)
    return (
      theirs && (
        <Panel id="waiting-title" title={words.forUs}>
          {theirs}
        </Panel>
      )
    );
  return (
    <Panel
      id="waiting-title"
      title={permission === 'approve' || files.length === 0 ? words.waiting : words.toListen.waiting}
      isUrgent={permission === 'approve'}
    >
      <ul className={styles.list}>
        {overdue}
        {files.map((file, index) => (
          <WaitingFile key={file.id} file={file} permission={permission} isFirst={index === 0} />
        ))}
        <More count={(files[0]?.total ?? 0) - files.length} href="/portal/projects" />
        {requests.slice(0, mostRequests).map((request) => (
          <WaitingRequest key={request.id} request={request} today={today} />
        ))}
        <More count={Math.max(0, requests.length - mostRequests)} href="/portal/projects" />
        {due}
        <More count={(invoices[0]?.total ?? 0) - invoices.length} href="/portal/invoices" />
      </ul>
      {theirs && (
        <>
          <h3 className={`small ${styles.forUs}`}>{words.forUs}</h3>
          {theirs}
        </>
      )}
    </Panel>
  );
}
