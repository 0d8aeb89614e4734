import { setImmediate } from 'node:timers/promises';
import delivery from '#content/delivery.yaml';
import site from '#content/site.yaml';
import { fileLabelOf } from '#src/features/recordings/files/file-label.ts';
import { drawRule, labelText, write, writeAtEnd, writePdf } from '#src/platform/pdf/pdf-pen.ts';
import { totalRows } from './delivery-summary.ts';
import type { Delivery } from './find-delivery.ts';
import { writeRecord, writeRows } from './sheet-pdf.ts';

const { delivery: texts } = delivery.words;

/** The sheet of a delivery as a PDF of A4 sheets: all files together, then each. Others are answered while it is written. */
export const deliveryPdf = (found: Delivery): Promise<Uint8Array<ArrayBuffer>> =>
  writePdf(
    { title: `${texts.title}, ${found.project.name}`, author: site.name, language: site.language },
    async (pen) => {
      write(pen, texts.title, labelText);
      writeAtEnd(pen, site.name, 13);
      write(pen, found.project.name, { size: 20 });
      drawRule(pen, 0.9);
      if (found.parts.length === 0) return write(pen, texts.empty);
      writeRows(pen, totalRows(found));
      for (const { sheet, record } of found.parts) {
        await setImmediate();
        drawRule(pen, 0.9);
        writeRecord(pen, fileLabelOf(sheet.file), record);
      }
    },
  );
