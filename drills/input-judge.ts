import type { Browser, Page } from '@playwright/test';
import { simpleParser } from 'mailparser';
import type { ArrivedMail } from './mail-server.ts';
import type { Answer } from './input-studio.ts';
import { alarm, evilHost } from './input-values.ts';

/**
 * Returns everything in a page that could run a script or lead elsewhere; empty if there is nothing. No page of the
 * product has an event attribute, an inline script, a frame, or anything loaded from another site.
 */
export const findHarm = (reader: Page, html: string): Promise<string[]> =>
  reader.evaluate(
    ({ text, evil }) => {
      const root = new DOMParser().parseFromString(text, 'text/html');
      const own = 'http://127.0.0.1';
      const found: string[] = [];
      const addresses = new Set([
        'href',
        'src',
        'action',
        'formaction',
        'srcset',
        'data',
        'poster',
        'xlink:href',
      ]);
      for (const element of root.querySelectorAll('*')) {
        const name = element.localName;
        if (['iframe', 'object', 'embed', 'base', 'x-harm'].includes(name)) found.push(`<${name}>`);
        if (
          name === 'script' &&
          !element.hasAttribute('src') &&
          !/json|rules/.test(element.getAttribute('type') ?? '')
        )
          found.push('<script>');
        if (name === 'meta' && /refresh/i.test(element.getAttribute('http-equiv') ?? ''))
          found.push('<meta refresh>');
        for (const { name: attribute, value } of element.attributes) {
          if (attribute.startsWith('on')) found.push(`<${name} ${attribute}>`);
          if (!addresses.has(attribute) || !URL.canParse(value, own)) continue;
          const { protocol, host } = new URL(value, own);
          if (!/^(?:https?|mailto|tel|data):$/.test(protocol) || (protocol === 'data:' && name !== 'img'))
            found.push(`<${name} ${attribute}="${protocol}">`);
          // Only a link in user text may lead to another site.
          if (host.endsWith(evil) && !(name === 'a' && element.textContent.includes(evil)))
            found.push(`<${name} ${attribute}="${host}">`);
        }
      }
      return found;
    },
    { text: html, evil: evilHost },
  );

/** Returns the URL outside the studio's origin to which a response leads; null if it stays within it. */
export function foreignTarget({ location, type, body, headers }: Answer, address: string): string | null {
  const next = type.includes('json') ? /"(?:next|location)":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] : undefined;
  const targets = [location, next && (JSON.parse(`"${next}"`) as string), headers['refresh'] && 'a refresh'];
  const isOwn = (target: string) =>
    URL.canParse(target, address) && new URL(target, address).origin === new URL(address).origin;
  return (
    targets.find((target) => typeof target === 'string' && target !== '' && !isOwn(target))?.toString() ??
    null
  );
}

/** Returns what is wrong with a response's headers or type, regardless of the request. */
export function wrongHead({ status, type, headers, body }: Answer): string | null {
  if (headers['x-harm'] !== undefined) return 'a header that was sent in a value';
  if (status < 400 && body !== '' && headers['x-content-type-options'] !== 'nosniff')
    return 'an answer whose type may be guessed';
  const isMarkup = /svg|xml|xhtml/.test(type) && !type.startsWith('text/html');
  return isMarkup && body.includes(alarm) && /<(?:script|x-harm|svg\/onload)/.test(body)
    ? `markup in ${type}`
    : null;
}

const added = `added@${evilHost}`;

/** Recipients, senders and headers that an email must not have. */
export async function wrongInMail({ to, raw }: ArrivedMail): Promise<string[]> {
  const { headers, headerLines } = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true });
  const single = ['to', 'subject', 'from', 'reply-to', 'message-id', 'date', 'cc', 'bcc'];
  return [
    ...(to.includes(added) ? [`to ${to}`] : []),
    ...(to.split(',').length > 1 ? [`more than one recipient: ${to}`] : []),
    ...(headers.has('bcc') || headers.has('cc') || headers.has('x-harm')
      ? ['a head line that was sent in a value']
      : []),
    ...single
      .filter((key) => headerLines.filter((line) => line.key === key).length > 1)
      .map((key) => `twice ${key}`),
    ...['to', 'reply-to', 'from', 'sender']
      .filter((key) =>
        (headers.get(key) as { value?: { address?: string }[] } | undefined)?.value?.some(
          ({ address = '' }) => address === added,
        ),
      )
      .map((key) => `${key} leads elsewhere`),
  ];
}

/**
 * Opens pages in a browser with their own scripts. Returns the injected scripts that ran or were blocked by the policy.
 */
export async function openPages(
  browser: Browser,
  address: string,
  pages: readonly { readonly path: string; readonly cookie: string }[],
): Promise<string[]> {
  const ran: string[] = [];
  for (const cookie of new Set(pages.map((page) => page.cookie))) {
    const context = await browser.newContext();
    const [name = '', value = ''] = cookie.split('=', 2);
    if (cookie) await context.addCookies([{ name, value, url: address }]);
    await context.addInitScript((call) => {
      Object.assign(globalThis, { [call]: () => console.log(`${call} ran`) });
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample, blockedURI }) =>
        console.log(`${call} stopped: ${effectiveDirective} ${blockedURI} ${sample}`),
      );
    }, alarm);
    const page = await context.newPage();
    let at = '';
    page.on('dialog', (dialog) => {
      ran.push(`${at}: a dialog`);
      void dialog.dismiss();
    });
    page.on('console', (line) => {
      if (line.text().startsWith(alarm)) ran.push(`${at}: ${line.text()}`);
    });
    for (const { path } of pages.filter((one) => one.cookie === cookie)) {
      at = path;
      await page.goto(new URL(path, address).href, { waitUntil: 'load' });
      if (new URL(page.url()).origin !== new URL(address).origin) ran.push(`${path}: went to ${page.url()}`);
    }
    await context.close();
  }
  return ran;
}
