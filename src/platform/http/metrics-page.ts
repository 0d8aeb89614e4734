import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '../metrics/metrics.ts';
import { answer } from './answer.ts';

/**
 * Answers whoever may read the metrics; false where that is not so, and the address then leads nowhere, as any other that is
 * unknown.
 */
export async function showMetrics(
  metrics: Pick<Metrics, 'isReader' | 'text'> | null,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!metrics || method !== 'GET' || !metrics.isReader(headers.authorization)) return false;
  const { type, body } = await metrics.text();
  answer(response, { status: 200, body, headers: { 'Content-Type': type } });
  return true;
}
