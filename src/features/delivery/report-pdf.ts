import delivery from '#content/delivery.yaml';
import site from '#content/site.yaml';
import sound from '#content/sound.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
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
import {
  deliveryVerdict,
  failuresFirst,
  findDelivery,
  proofRowsOf,
  totalRows,
  type Delivery,
} from './find-delivery.ts';
import { placesText, type ReportRow } from './fault-text.ts';
import type { FoundReport } from './find-report.ts';
import {
  fileVerdict,
  reportRecordOf,
  reportSectionsOf,
  reportTextOf,
  summaryCells,
  type ReportSections,
} from './delivery-report.ts';
import type { RouteRequest } from '#src/features/accounts/access/action.ts';
import { attachmentOf } from '#src/platform/http/attachment-name.ts';

const { sheet: texts } = sound;
const { words } = delivery;

const gap = 10;

/** A longer text gets its own line. */
const longText = 40;

/** Writes short rows side by side, then long rows below them. */
function writeRows(pen: Pen, rows: readonly ReportRow[], perLine = 4): void {
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

/** The shape of each verdict, the same as on the page. */
const shapes = { pass: 'full', fail: 'diamond', unknown: 'empty' } as const satisfies Record<
  Verdict,
  MarkShape
>;

function writeVerdict(pen: Pen, verdict: ReportSections['verdict'], size: number): void {
  if (verdict) writeMarked(pen, shapes[verdict.verdict], verdict.text, { size });
}

type SoundSections = NonNullable<ReportSections['sound']>;

function writeFaults(pen: Pen, { found, faults }: SoundSections): void {
  keep(pen, 60);
  write(pen, found, { size: 13 });
  leaveSpace(pen, gap);
  for (const fault of faults) {
    keep(pen, 40);
    write(pen, fault.label);
    write(pen, placesText(fault), smallText);
    leaveSpace(pen, gap / 2);
  }
  drawRule(pen, 0.5);
}

function writeCheck(pen: Pen, { title, rules, source }: NonNullable<SoundSections['check']>): void {
  keep(pen, 80);
  write(pen, title, { size: 13 });
  leaveSpace(pen, gap);
  for (const { label, asked, measured, verdict } of rules) {
    writeColumns(pen, [
      { label, lines: [words.verdicts[verdict]], mark: shapes[verdict] },
      { label: words.columns.measured, lines: [measured] },
      { label: words.columns.asked, lines: asked === '' ? [] : [asked] },
    ]);
    leaveSpace(pen, gap);
  }
  write(pen, source, smallText);
  drawRule(pen, 0.5);
}

function writeProof(pen: Pen, { proof, measuredOn }: ReportSections): void {
  keep(pen, 80);
  write(pen, texts.proof, { size: 13 });
  leaveSpace(pen, gap / 2);
  writeRows(pen, proof);
  if (measuredOn !== '') write(pen, measuredOn, smallText);
}

/** Writes the report on one file below its name, with its proof if it is not at the end of the report. */
function writeSections(pen: Pen, name: string, sections: ReportSections, hasProof = true): void {
  const { verdict, sound: measured, file } = sections;
  keep(pen, 200);
  write(pen, name, { size: 20 });
  drawRule(pen, 0.9);
  writeVerdict(pen, verdict, 13);
  leaveSpace(pen, gap);
  if (measured) {
    for (const note of measured.notes) write(pen, note, smallText);
    if (measured.check) writeCheck(pen, measured.check);
    writeFaults(pen, measured);
    writeRows(pen, measured.levels);
    drawRule(pen, 0.5);
  }
  writeRows(pen, file);
  if (!hasProof) return;
  drawRule(pen, 0.5);
  writeProof(pen, sections);
}

/** Returns the URL of the page that looks up a hash. */
const lookUpAddress = (origin: string, sha256: string) => `${origin}/portal/sheets/${sha256}`;

function writeReport(pen: Pen, { report, specification, origin }: PrintedReport): void {
  write(pen, texts.title, labelText);
  writeAtEnd(pen, site.name, 13);
  const { sha256 } = reportTextOf(report, specification);
  const isMeasured = report.measurement.measures !== null;
  const issued = isMeasured ? [{ label: sound.rows.sheet.label, text: sha256 }] : [];
  const record = reportRecordOf(report, specification);
  writeSections(pen, fileLabelOf(report.file), reportSectionsOf(record, issued));
  if (!isMeasured) return;
  leaveSpace(pen, gap / 2);
  keep(pen, 30);
  write(pen, texts.lookUp, labelText);
  // Small and on its own line, so that it does not wrap.
  write(pen, lookUpAddress(origin, sha256), { size: 8 });
}

type PrintedReport = {
  readonly report: FoundReport;
  readonly specification: Specification | null;
  /** The origin of this site, for the printed address. */
  readonly origin: string;
};

/** Returns the report on one file as an A4 PDF. */
export const reportPdf = (about: PrintedReport): Promise<Uint8Array<ArrayBuffer>> =>
  writePdf(
    {
      title: `${texts.title}, ${fileLabelOf(about.report.file)}`,
      author: site.name,
      language: site.language,
    },
    (pen) => writeReport(pen, about),
  );

const { delivery: deliveryTexts } = delivery.words;

type Asked = Omit<RouteRequest<'services' | 'session'>, 'request'>;

/** Writes a row for each file, failures first. */
function writeFiles(pen: Pen, found: Delivery): void {
  for (const { report, record } of failuresFirst(found)) {
    keep(pen, 70);
    write(pen, fileLabelOf(report.file));
    writeVerdict(pen, fileVerdict(record), 11);
    writeRows(
      pen,
      summaryCells(record).filter(({ text }) => text !== ''),
    );
    drawRule(pen, 0.5);
  }
}

/** Returns the report on a delivery as an A4 PDF: verdict, all files together, each file, then the proof of all. */
export const deliveryPdf = (found: Delivery): Promise<Uint8Array<ArrayBuffer>> =>
  writePdf(
    { title: `${deliveryTexts.title}, ${found.project.name}`, author: site.name, language: site.language },
    (pen) => {
      write(pen, deliveryTexts.title, labelText);
      writeAtEnd(pen, site.name, 13);
      write(pen, found.project.name, { size: 20 });
      drawRule(pen, 0.9);
      if (found.parts.length === 0) return write(pen, deliveryTexts.empty);
      writeVerdict(pen, deliveryVerdict(found), 13);
      leaveSpace(pen, gap);
      writeFiles(pen, found);
      writeRows(pen, totalRows(found));
      for (const { report, record } of failuresFirst(found)) {
        drawRule(pen, 0.9);
        writeSections(pen, fileLabelOf(report.file), reportSectionsOf(record), false);
      }
      drawRule(pen, 0.9);
      keep(pen, 80);
      write(pen, texts.proof, { size: 13 });
      leaveSpace(pen, gap / 2);
      writeRows(pen, proofRowsOf(found));
    },
  );

/** Returns the report on a delivery as a PDF; null if this person may not see the project. */
export async function serveDeliveryPdf({ url, params, locals }: Asked): Promise<Response | null> {
  const { services, session } = locals;
  if (!session) return null;
  const found = await findDelivery(services.db, session.person, params['id'], url);
  if (!found) return null;
  return new Response(await deliveryPdf(found), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': attachmentOf(`${found.project.name} delivery report.pdf`),
    },
  });
}
