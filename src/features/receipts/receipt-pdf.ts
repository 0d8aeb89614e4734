import words from '#content/receipts.yaml';
import site from '#content/site.yaml';
import { fileNameOf } from '#src/features/files/file-name.tsx';
import { fileSizeText } from '#src/features/files/file-size.ts';
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
import type { Approval } from './find-approval.ts';
import type { Receipt } from './receipt.ts';
import { momentUtcText } from './receipt-text.ts';

const { receipt: texts, pdf } = words;
const gap = 10;

/** The name of the signed text in the PDF. */
const attachedName = 'receipt.json';

type Printed = {
  readonly approval: Approval;
  readonly receipt: Receipt;
  /** The origin of this site, for the printed addresses. */
  readonly origin: string;
};

function writeRow(pen: Pen, label: string, line: string): void {
  writeColumns(pen, [{ label, lines: [line] }]);
  leaveSpace(pen, gap);
}

function writeFiles(pen: Pen, { files }: Approval): void {
  for (const { name, sha256, sizeBytes } of files) {
    keep(pen, 90);
    writeColumns(pen, [
      { label: texts.rows.file, lines: [fileNameOf(name)] },
      { label: texts.rows.size, lines: [fileSizeText(sizeBytes)] },
    ]);
    leaveSpace(pen, gap);
    writeRow(pen, texts.rows.sha256, sha256);
  }
}

function writeReceipt(pen: Pen, { approval, receipt, origin }: Printed): void {
  const { name, project, approvedBy, approvedAt, reportSha256 } = approval;
  const when = momentUtcText(approvedAt);
  write(pen, texts.title, labelText);
  writeAtEnd(pen, site.name, 13);
  write(pen, fileNameOf(name), { size: 20 });
  drawRule(pen, 0.9);
  writeMarked(pen, 'full', fill(texts.statement, { name: approvedBy, when }), { size: 13 });
  leaveSpace(pen, gap);
  writeColumns(pen, [
    { label: texts.rows.project, lines: [project] },
    { label: texts.rows.approvedBy, lines: [approvedBy] },
  ]);
  leaveSpace(pen, gap);
  writeColumns(pen, [
    { label: texts.rows.approvedAt, lines: [when] },
    { label: texts.rows.studio, lines: [site.name] },
  ]);
  leaveSpace(pen, gap);
  drawRule(pen, 0.5);
  writeFiles(pen, approval);
  if (reportSha256 !== null) writeRow(pen, texts.rows.report, reportSha256);
  drawRule(pen, 0.5);
  writeRow(pen, texts.rows.key, receipt.keyId);
  writeRow(pen, texts.rows.signature, receipt.signature);
  keep(pen, 60);
  write(pen, fill(pdf.about, { file: attachedName }), smallText);
  // Each on its own line, so that it does not wrap.
  write(pen, fill(pdf.online, { address: `${origin}/verify` }), smallText);
  write(pen, fill(pdf.offline, { address: `${origin}/.well-known/antinode-key.json` }), smallText);
}

/** Returns a receipt as an A4 PDF with the signed text attached. The same receipt gives the same bytes. */
export function receiptPdf(printed: Printed): Promise<Uint8Array<ArrayBuffer>> {
  const { approval, receipt } = printed;
  const attached = { name: attachedName, mediaType: 'application/json', text: receipt.text };
  return writePdf(
    {
      title: `${texts.title}, ${fileNameOf(approval.name)}`,
      author: site.name,
      language: site.language,
      madeAt: approval.approvedAt,
      attachments: [{ ...attached, description: texts.downloads }],
    },
    (pen) => writeReceipt(pen, printed),
  );
}
