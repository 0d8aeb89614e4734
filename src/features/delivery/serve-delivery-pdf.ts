import delivery from '#content/delivery.yaml';
import site from '#content/site.yaml';
import type { RouteRequest } from '#src/features/accounts/access/take-action.ts';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { attachmentOf } from '#src/platform/http/attachment-name.ts';
import {
  drawRule,
  keep,
  labelText,
  write,
  writeAtEnd,
  writePdf,
  type Pen,
} from '#src/platform/pdf/pdf-pen.ts';
import { failuresFirst, summaryCells, totalRows } from './delivery-summary.ts';
import { findDelivery, type Delivery } from './find-delivery.ts';
import { writeRecord, writeRows, writeVerdict } from './sheet-pdf.ts';

const { delivery: texts } = delivery.words;

type Asked = Omit<RouteRequest<'services' | 'session'>, 'request'>;

/** Writes a row for each file, those that fail first. */
function writeFiles(pen: Pen, found: Delivery): void {
  for (const { sheet, record } of failuresFirst(found)) {
    keep(pen, 70);
    write(pen, fileLabelOf(sheet.file));
    writeVerdict(pen, record, 11);
    writeRows(
      pen,
      summaryCells(record).filter(({ text }) => text !== ''),
    );
    drawRule(pen, 0.5);
  }
}

/** The report of a delivery as a PDF of A4 sheets: all files together, then each. */
export const deliveryPdf = (found: Delivery): Promise<Uint8Array<ArrayBuffer>> =>
  writePdf(
    { title: `${texts.title}, ${found.project.name}`, author: site.name, language: site.language },
    (pen) => {
      write(pen, texts.title, labelText);
      writeAtEnd(pen, site.name, 13);
      write(pen, found.project.name, { size: 20 });
      drawRule(pen, 0.9);
      if (found.parts.length === 0) return write(pen, texts.empty);
      writeFiles(pen, found);
      writeRows(pen, totalRows(found));
      for (const { sheet, record } of failuresFirst(found)) {
        drawRule(pen, 0.9);
        writeRecord(pen, fileLabelOf(sheet.file), record);
      }
    },
  );

/** Answers with the sheet of a delivery as a PDF; null where there is none for them. */
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
