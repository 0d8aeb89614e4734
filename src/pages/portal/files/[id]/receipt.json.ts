import type { APIRoute } from 'astro';
import { serveReceiptJson } from '#src/features/receipts/serve-receipt.ts';

export const prerender = false;

export const GET: APIRoute = (asked) => serveReceiptJson(asked);
