import portal from '#content/portal.yaml';
import site from '#content/site.yaml';
import { legal } from '#src/studio/legal.ts';
import {
  drawRule,
  labelText,
  leaveSpace,
  lineWidth,
  smallText,
  write,
  writeAtEnd,
  writeColumns,
  writePdf,
  type Pen,
} from '#src/platform/pdf/pdf-pen.ts';
import type { InvoiceFacts } from './invoice-facts.ts';

const { invoice: words } = portal;

function writeInvoice(pen: Pen, facts: InvoiceFacts): void {
  const { title, billTo, dates, statusText, remark, description, amount } = facts;
  const { entity, address, registration } = legal;
  write(pen, title, { size: 26 });
  writeAtEnd(pen, site.name, 13);
  drawRule(pen, 0.9);
  leaveSpace(pen, 8);
  writeColumns(pen, [
    { label: words.billTo, lines: billTo },
    { label: words.from, lines: [entity, ...address, site.contactEmail] },
  ]);
  leaveSpace(pen, 14);
  writeColumns(pen, [
    ...dates.map(({ label: name, text }) => ({ label: name, lines: [text] })),
    { label: words.status, lines: remark ? [statusText, remark] : [statusText] },
  ]);
  drawRule(pen, 0.5);
  write(pen, words.description, labelText);
  write(pen, description, { width: lineWidth - 120, isAligned: true });
  drawRule(pen, 0.5);
  write(pen, `${words.total}, ${words.currency}`, { size: 13 });
  writeAtEnd(pen, amount, 17);
  leaveSpace(pen, 24);
  if (registration) write(pen, `${words.registration}: ${registration}`, smallText);
}

/** Returns an invoice as an A4 PDF, of one page unless its text is very long. */
export function invoicePdf(facts: InvoiceFacts): Promise<Uint8Array<ArrayBuffer>> {
  const about = { title: facts.title, author: site.name, language: site.language };
  return writePdf(about, (pen) => writeInvoice(pen, facts));
}
