import delivery from '#content/delivery.yaml';
import site from '#content/site.yaml';
import sound from '#content/sound.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { fill } from '#src/platform/fill.ts';
import {
  drawRule,
  keep,
  labelText,
  leaveSpace,
  smallText,
  write,
  writeAtEnd,
  writeColumns,
  writeMarked,
  writePdf,
  type Pen,
} from '#src/platform/pdf/pdf-pen.ts';
import type { MarkShape } from '#src/platform/pdf/pdf-text.ts';
import type { Specification, Verdict } from './check-delivery.ts';
import { fileVerdict } from './delivery-summary.ts';
import { faultRows, foundText } from './fault-text.ts';
import type { FoundReport } from './find-sheet.ts';
import {
  fileRows,
  measuredOnText,
  measuredRows,
  proofRows,
  reportNotes,
  reportRecordOf,
  reportTextOf,
  type ReportMeasures,
  type ReportRecord,
  type ReportRow,
} from './sheet-rows.ts';

const { sheet: texts } = sound;
const { words } = delivery;

const gap = 10;

/** A text that is longer than this takes a line of its own. */
const longText = 40;

/** Writes rows side by side, long ones below them. */
export function writeRows(pen: Pen, rows: readonly ReportRow[], perLine = 4): void {
  const short = rows.filter(({ text }) => text.length <= longText);
  for (let from = 0; from < short.length; from += perLine) {
    const line = short.slice(from, from + perLine).map(({ label, text }) => ({ label, lines: [text] }));
    // The last line has the columns of those above it.
    const rest = Array.from({ length: perLine - line.length }, () => ({ label: '', lines: [] }));
    writeColumns(pen, [...line, ...rest]);
    leaveSpace(pen, gap);
  }
  for (const { label, text } of rows.filter((row) => row.text.length > longText)) {
    writeColumns(pen, [{ label, lines: [text] }]);
    leaveSpace(pen, gap);
  }
}

/** The shape of each verdict, as on the page. */
const shapes = { pass: 'full', fail: 'diamond', unknown: 'empty' } as const satisfies Record<
  Verdict,
  MarkShape
>;

/** Writes what a report says first: whether its file is ready, and what fails. */
export function writeVerdict(pen: Pen, record: ReportRecord, size: number): void {
  const verdict = fileVerdict(record);
  if (verdict) writeMarked(pen, shapes[verdict.verdict], verdict.text, { size });
}

function writeFaults(pen: Pen, measures: ReportMeasures): void {
  keep(pen, 60);
  write(pen, foundText(measures), { size: 13 });
  leaveSpace(pen, gap);
  for (const { label, text } of faultRows(measures)) {
    keep(pen, 40);
    write(pen, label);
    write(pen, text, smallText);
    leaveSpace(pen, gap / 2);
  }
  drawRule(pen, 0.5);
}

function writeCheck(pen: Pen, check: NonNullable<ReportRecord['check']>): void {
  const { specification: name, source, isAdvice, rules } = check;
  keep(pen, 80);
  write(pen, fill(words.current, { name }), { size: 13 });
  leaveSpace(pen, gap);
  for (const { label, asked, measured, verdict } of rules) {
    writeColumns(pen, [
      { label, lines: [words.verdicts[verdict]], mark: shapes[verdict] },
      { label: words.columns.measured, lines: [measured] },
      { label: words.columns.asked, lines: asked === '' ? [] : [asked] },
    ]);
    leaveSpace(pen, gap);
  }
  write(pen, `${fill(words.source, { source })}${isAdvice ? ` ${words.advice}` : ''}`, smallText);
  drawRule(pen, 0.5);
}

function writeProof(pen: Pen, rows: readonly ReportRow[], measuredAt: string | null): void {
  keep(pen, 80);
  write(pen, texts.proof, { size: 13 });
  leaveSpace(pen, gap / 2);
  writeRows(pen, rows);
  if (measuredAt !== null) write(pen, measuredOnText(measuredAt), smallText);
}

/** Writes what a report says of one file, named by this label; `proof` are further rows of its proof. */
export function writeRecord(
  pen: Pen,
  label: string,
  record: ReportRecord,
  proof: readonly ReportRow[] = [],
): void {
  const { measures, measuredAt, check } = record;
  keep(pen, 200);
  write(pen, label, { size: 20 });
  drawRule(pen, 0.9);
  writeVerdict(pen, record, 13);
  leaveSpace(pen, gap);
  if (measures) {
    for (const note of reportNotes(measures)) write(pen, note, smallText);
    if (check) writeCheck(pen, check);
    writeFaults(pen, measures);
    writeRows(pen, measuredRows(measures));
    drawRule(pen, 0.5);
  }
  writeRows(pen, fileRows(record));
  drawRule(pen, 0.5);
  writeProof(pen, [...proofRows(record), ...proof], measuredAt);
}

/** The address under which this site says whether a hash is of something that was approved. */
const lookUpAddress = (origin: string, sha256: string) => `${origin}/portal/sheets/${sha256}`;

function writeReport(pen: Pen, { sheet, specification, origin }: PrintedReport): void {
  write(pen, texts.title, labelText);
  writeAtEnd(pen, site.name, 13);
  const { sha256 } = reportTextOf(sheet, specification);
  const isMeasured = sheet.measurement.measures !== null;
  const issued = isMeasured ? [{ label: sound.rows.sheet.label, text: sha256 }] : [];
  writeRecord(pen, fileLabelOf(sheet.file), reportRecordOf(sheet, specification), issued);
  if (!isMeasured) return;
  leaveSpace(pen, gap / 2);
  keep(pen, 30);
  write(pen, texts.lookUp, labelText);
  // On a line of its own and small, so that it is not broken.
  write(pen, lookUpAddress(origin, sha256), { size: 8 });
}

type PrintedReport = {
  readonly sheet: FoundReport;
  readonly specification: Specification | null;
  /** The origin of this site, for the address on the sheet. */
  readonly origin: string;
};

/** A delivery sheet as a PDF of A4 sheets, with what a specification says of it. */
export const reportPdf = (about: PrintedReport): Promise<Uint8Array<ArrayBuffer>> =>
  writePdf(
    {
      title: `${texts.title}, ${fileLabelOf(about.sheet.file)}`,
      author: site.name,
      language: site.language,
    },
    (pen) => writeReport(pen, about),
  );
