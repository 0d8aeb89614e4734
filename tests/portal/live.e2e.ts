import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { test } from '../harness/client.ts';
import { content, entryWith } from '../harness/content.ts';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';
import { newestSignInMail } from '../harness/sign-in.ts';
import { expect, test as plain } from '../harness/test.ts';

stopServersAfterEachTest();

const { notices, sample, system } = content;

// Tests that need no restart share one studio; each writes its own messages there.
test.describe.configure({ mode: 'default' });
test.use({ studioName: 'live', contextOptions: { reducedMotion: 'reduce' } });

/** Opens the messages of a project, and marks the document so that a reload would show. */
async function openThread(page: Page): Promise<string> {
  // Requested without opening it, which would start a separate stream.
  const first = await (await page.request.get('/portal/messages')).text();
  const projectId = /data-message-form="([^"]+)"/.exec(first)?.[1] ?? '';
  await page.goto(`/portal/messages?project=${projectId}`);
  await page.evaluate(() => (document.documentElement.dataset['kept'] = 'yes'));
  return projectId;
}

const isSameDocument = (page: Page) => page.evaluate(() => 'kept' in document.documentElement.dataset);

/** Writes a message as another browser of the same client. */
async function sayElsewhere(request: APIRequestContext, projectId: string, words: string): Promise<void> {
  const answer = await request.post(`/portal/messages?project=${projectId}&do=send-message`, {
    form: { projectId, messageId: randomUUID(), content: words },
    headers: { accept: 'application/json' },
  });
  expect(answer.status()).toBe(200);
}

const seqOf = (page: Page) =>
  page
    .locator('[data-events-after]')
    .evaluate((status: HTMLElement) => Number(status.dataset['eventsAfter']));

/** Resolves once the page has announced this, however soon the announcement is cleared. */
const hears = (page: Page, sentence: string) =>
  page.locator('[data-events-after]').evaluate(
    (status, words) =>
      new Promise<void>((resolve) => {
        const look = () => status.textContent === words && resolve();
        new MutationObserver(look).observe(status, { childList: true, characterData: true, subtree: true });
      }),
    sentence,
  );

const openStream = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/portal/events'));

test(
  'shows events in an open page without a reload, announces them, and keeps typed text',
  { tag: '@default' },
  async ({ page }) => {
    const opened = openStream(page);
    const projectId = await openThread(page);
    await opened;
    const box = page.locator('[data-message-form] textarea');
    await box.fill('Half a sentence');
    await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 6));
    const said = hears(page, notices.live['message-sent']);
    await sayElsewhere(page.request, projectId, 'The gulls are down 4 dB.');
    await expect(page.locator('#thread').getByText('The gulls are down 4 dB.')).toHaveCount(1);
    await said;
    await expect(box).toHaveValue('Half a sentence');
    await expect(box).toBeFocused();
    expect(
      await box.evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd]),
    ).toEqual([5, 6]);
    expect(await isSameDocument(page)).toBe(true);
  },
);

test("shows the team's actions behind an open dialog, which stays open", async ({ page, team }) => {
  await page.goto('/portal/messages');
  const projectId = await page.locator('[data-message-form]').getAttribute('data-message-form');
  const opened = openStream(page);
  await page.goto(`/portal/projects/${projectId}`);
  await opened;
  const approve = page.locator('#project-files [popovertarget^=approve-]').first();
  await approve.click();
  const question = page.locator('[popover]:popover-open');
  await expect(question).toHaveCount(1);
  const answer = await team.post('/desk/messages?do=send-message', {
    form: { projectId: projectId ?? '', messageId: randomUUID(), content: 'Version 3 is up.' },
    headers: { accept: 'application/json' },
  });
  expect(answer.status()).toBe(200);
  await expect(page.locator('#project-messages').getByText('Version 3 is up.')).toBeVisible();
  await expect(question).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(approve).toBeFocused();
});

test('closes the stream of a hidden page and catches up when it is visible again', async ({ page }) => {
  const opened = openStream(page);
  const projectId = await openThread(page);
  await opened;
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/portal/events'));
  await show('hidden');
  await closed;
  for (const n of [1, 2, 3]) await sayElsewhere(page.request, projectId, `Line ${n} while nobody looked.`);
  await expect(page.getByText('while nobody looked')).toHaveCount(0);
  await show('visible');
  await expect(page.locator('#thread').getByText('while nobody looked')).toHaveCount(3);
  expect(await isSameDocument(page)).toBe(true);
});

test('reports on its own that the session has ended elsewhere', async ({ page, request, faults }) => {
  faults.allow(/Failed to load resource: the server responded with a status of 40[13]/);
  // A session of this test's own, because it ends here.
  const { email } = entryWith(sample.clients, 'key', 'runa');
  await request.post('/sign-in?do=ask-code', { form: { email } });
  const { link } = await newestSignInMail(request, email);
  await page.context().clearCookies();
  expect((await page.request.post(postOfPrintedLink(link), { maxRedirects: 0 })).status()).toBe(303);
  const opened = openStream(page);
  await openThread(page);
  await opened;
  const answer = await page.request.post('/account?do=sign-out', { maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  await expect(page.getByRole('heading', { name: system.restricted.title })).toBeVisible();
  expect(await isSameDocument(page)).toBe(false);
});

interface Portal {
  readonly address: string;
  readonly clientLink: string;
  /** Stops the server and starts it again on the same port and data. */
  readonly restart: () => Promise<void>;
}

const withOwnServer = plain.extend<{ portal: Portal }>({
  portal: async ({}, use) => {
    const env = { HOST: '127.0.0.1', DATA_DIR: newDataDir(), TRUSTED_PROXIES: '127.0.0.1' };
    let server = startServer({ ...env, PORT: '0' });
    const clientLink = /^Client portal\s+(\S+)$/m.exec(await server.says('Data '))?.[1] ?? '';
    const { origin, port } = new URL(clientLink);
    await use({
      address: origin,
      clientLink,
      async restart() {
        server.process.kill('SIGTERM');
        expect(await server.exited).toBe(0);
        server = startServer({ ...env, PORT: port });
        await server.says('Data ');
      },
    });
  },
  baseURL: async ({ portal }, use) => use(portal.address),
});

withOwnServer(
  'a restart of the server costs no event and brings none twice',
  async ({ page, portal, faults }) => {
    withOwnServer.slow();
    // The browser's own messages about an unavailable server.
    faults.allow(/Failed to load resource|net::ERR_/);
    // Keeps the event numbers of the page's own streams, as long as the document lives.
    await page.addInitScript(() => {
      const seqs: number[] = [];
      Object.assign(window, { seqs });
      window.EventSource = class extends EventSource {
        constructor(url: string | URL) {
          super(url);
          this.addEventListener('change', ({ lastEventId }) => seqs.push(Number(lastEventId)));
        }
      };
    });
    const signedIn = await page.request.post(postOfPrintedLink(portal.clientLink), { maxRedirects: 0 });
    expect(signedIn.status()).toBe(303);
    const opened = openStream(page);
    const projectId = await openThread(page);
    await opened;
    await sayElsewhere(page.request, projectId, 'Before the restart.');
    await expect(page.locator('#thread').getByText('Before the restart.')).toHaveCount(1);
    await portal.restart();
    await sayElsewhere(page.request, projectId, 'After the restart.');
    await expect(page.locator('#thread').getByText('After the restart.')).toHaveCount(1);
    const last = 2;
    await expect.poll(() => seqOf(page)).toBe(last);
    // The page may have fetched the second message before its new stream began, which then begins after it.
    const received = await page.evaluate(() => (window as unknown as { seqs: number[] }).seqs);
    expect(Array.from({ length: last }, (_, n) => n + 1).slice(0, received.length)).toEqual(received);
    expect(await isSameDocument(page)).toBe(true);
  },
);
