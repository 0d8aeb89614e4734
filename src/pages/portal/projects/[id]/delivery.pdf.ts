import type { APIRoute } from 'astro';
import { serveDeliveryPdf } from '#src/features/delivery/report-pdf.ts';

export const prerender = false;

export const GET: APIRoute = async (context) =>
  (await serveDeliveryPdf(context)) ?? new Response(null, { status: 404 });
