import { parentPort } from 'node:worker_threads';
import { drawPdf } from './draw-pdf.ts';
import type { PdfText } from './pdf-text.ts';

async function answer(document: PdfText): Promise<void> {
  const bytes = await drawPdf(document);
  parentPort?.postMessage(bytes, [bytes.buffer]);
}

/** A thread of its own, since a document takes a processor for up to seconds: others are answered meanwhile. */
parentPort?.on('message', (document: PdfText) => void answer(document));
