import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '../metrics/metrics.ts';
import { answer } from './answer.ts';

/**
 * Answers a request for the metrics that may read them; false if it may not, and the address is then answered like an unknown one.
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
