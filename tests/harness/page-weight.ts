import type { Page } from '@playwright/test';

/** Bytes over the wire (compressed bodies) by kind, before anything is touched. */
export interface PageWeight {
  html: number;
  css: number;
  script: number;
  font: number;
  image: number;
  other: number;
  total: number;
  requests: number;
}

const kinds: Record<string, Exclude<keyof PageWeight, 'total' | 'requests'>> = {
  Document: 'html',
  Stylesheet: 'css',
  Script: 'script',
  Font: 'font',
  Image: 'image',
};

/** Loads `path` with an empty cache and counts what came, from the browser's own network events. */
export async function weigh(page: Page, path: string): Promise<PageWeight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const types = new Map<string, string>();
  const headerBytes = new Map<string, number>();
  const weight: PageWeight = {
    html: 0,
    css: 0,
    script: 0,
    font: 0,
    image: 0,
    other: 0,
    total: 0,
    requests: 0,
  };
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    types.set(requestId, type);
    headerBytes.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const bytes = encodedDataLength - (headerBytes.get(requestId) ?? 0);
    weight[kinds[types.get(requestId) ?? ''] ?? 'other'] += bytes;
    weight.total += bytes;
    weight.requests += 1;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await session.detach();
  return weight;
}
