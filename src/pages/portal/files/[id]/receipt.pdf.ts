import type { APIRoute } from 'astro';
import { serveReceiptPdf } from '#src/features/receipts/serve-receipt.ts';

export const prerender = false;

export const GET: APIRoute = (asked) => serveReceiptPdf(asked);
