import type { Page } from '@playwright/test';
import { idle } from './on-screen.ts';

/** Bytes over the network (compressed bodies) by type, before any interaction. */
export type PageWeight = {
  html: number;
  css: number;
  script: number;
  font: number;
  image: number;
  other: number;
  total: number;
  requests: number;
};

const kinds: Record<string, Exclude<keyof PageWeight, 'total' | 'requests'>> = {
  Document: 'html',
  Stylesheet: 'css',
  Script: 'script',
  Font: 'font',
  Image: 'image',
};

/** Runs in the page: resolves when its fonts have loaded, two frames have been shown and idle tasks have run. */
const quietMoment = `document.fonts.ready.then(() => new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(resolve)))).then(() => ${idle})`;

/**
 * Counts the bytes of the page that is opened next, with an empty cache, from the browser's own network events. The
 * returned function waits until all requests of the page are complete, ends the count and returns it.
 */
export async function startWeighing(page: Page): Promise<() => Promise<PageWeight>> {
  const session = await page.context().newCDPSession(page);
  const pending = new Map<string, string>();
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
  let onEnd = () => {};
  const end = (requestId: string) => {
    pending.delete(requestId);
    onEnd();
  };
  // Requests of the previous page are not counted, and may never end.
  let loader: string | undefined;
  session.on('Network.requestWillBeSent', ({ requestId, loaderId, type }) => {
    if (type === 'Document') loader = loaderId;
    if (loader !== undefined && [loader, ''].includes(loaderId)) pending.set(requestId, '');
  });
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!pending.has(requestId)) return;
    pending.set(requestId, type);
    headerBytes.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!pending.has(requestId)) return;
    const bytes = encodedDataLength - (headerBytes.get(requestId) ?? 0);
    weight[kinds[pending.get(requestId) ?? ''] ?? 'other'] += bytes;
    weight.total += bytes;
    weight.requests += 1;
    end(requestId);
  });
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });

  return async () => {
    // The response comes after the events of every earlier request.
    do {
      while (pending.size > 0) await new Promise<void>((resolve) => (onEnd = resolve));
      await session.send('Runtime.evaluate', { expression: quietMoment, awaitPromise: true });
    } while (pending.size > 0);
    await session.detach();
    return weight;
  };
}

/** Loads `path` with an empty cache and counts the bytes. */
export async function weigh(page: Page, path: string): Promise<PageWeight> {
  const weightOf = await startWeighing(page);
  await page.goto(path);
  return weightOf();
}
