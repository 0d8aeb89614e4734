import delivery from '#content/delivery.yaml';
import sound from '#content/sound.yaml';
import { fileSizeText } from '#src/features/files/file-size.ts';
import { unmeasuredText, levelOrReason } from '#src/features/files/measurements/measurement-text.ts';
import { exactCodeOf } from '#src/features/files/measurements/time-code.ts';
import { fill } from '#src/platform/fill.ts';
import { verdictOf, verdictText, type Verdict } from './check-delivery.ts';
import { foundText } from './fault-text.ts';
import { totalOf, type Delivery } from './find-delivery.ts';
import type { ReportRecord, ReportRow } from './sheet-rows.ts';

const { delivery: words } = delivery.words;

/** The verdict on one file; null where it was checked against nothing. Without measures it is unknown. */
export function fileVerdict({
  measures,
  check,
  reason,
}: ReportRecord): { verdict: Verdict; text: string } | null {
  if (!measures)
    return { verdict: 'unknown', text: reason ? unmeasuredText(reason) : sound.sheet.notMeasured };
  return check && { verdict: verdictOf(check.rules), text: verdictText(check.specification, check.rules) };
}

/** What the row of one file says beside its name and verdict; '' where there is nothing to say. */
export function summaryCells({
  measures,
  naming,
}: ReportRecord): { readonly label: string; readonly text: string }[] {
  const { loudness, peak, faults, name } = words.columns;
  const named = naming && (naming.verdict === 'pass' ? words.asAgreed : fill(words.notAsAgreed, naming));
  return [
    { label: loudness, text: measures ? levelOrReason('integrated', measures) : '' },
    { label: peak, text: measures ? levelOrReason('truePeak', measures) : '' },
    { label: faults, text: measures ? foundText(measures) : '' },
    { label: name, text: named ?? '' },
  ];
}

const rank = { fail: 0, unknown: 1, pass: 3 } as const satisfies Record<Verdict, number>;

/** How early a file comes: first what fails, then what was not measured, then what has faults, then what is ready. */
function rankOf(record: ReportRecord): number {
  const verdict = fileVerdict(record)?.verdict ?? 'pass';
  const hasFaults = (record.measures?.findings?.faults.length ?? 0) > 0;
  return verdict === 'pass' && hasFaults ? 2 : rank[verdict];
}

/** The files of a delivery, those that fail first. */
export const failuresFirst = ({ parts }: Delivery): Delivery['parts'] =>
  parts.toSorted((one, other) => rankOf(one.record) - rankOf(other.record));

/** The rows of all files together in a delivery's report. */
export function totalRows({ parts }: Delivery): ReportRow[] {
  const { files, measured, seconds, sizeBytes } = totalOf(parts);
  const { total } = words;
  return [
    { label: total.files, text: fill(total.measured, { files: String(files), measured: String(measured) }) },
    { ...sound.rows.length, text: exactCodeOf(Math.round(1000 * seconds)) },
    { ...sound.rows.size, text: fileSizeText(sizeBytes) },
  ];
}
