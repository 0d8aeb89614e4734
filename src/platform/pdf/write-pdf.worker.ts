import { parentPort } from 'node:worker_threads';
import { drawForm, type PdfForm } from './draw-form.ts';
import { drawPdf } from './draw-pdf.ts';
import type { PdfText } from './pdf-text.ts';

async function answer(document: PdfText | PdfForm): Promise<void> {
  const bytes = await ('form' in document ? drawForm(document) : drawPdf(document));
  parentPort?.postMessage(bytes, [bytes.buffer]);
}

// Drawing takes up to seconds of CPU time; a worker thread keeps it from delaying other requests.
parentPort?.on('message', (document: PdfText | PdfForm) => void answer(document));
