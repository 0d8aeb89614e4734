import type { Page } from '@playwright/test';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import type { AccessPolicy } from '#src/features/accounts/access/access.ts';
import type { Actor, Ask } from './input-studio.ts';

/** A form as its page shows it, with the values that a browser would send. */
type FoundForm = {
  readonly action: string;
  readonly method: string;
  readonly fields: Readonly<Record<string, string>>;
};

export const policy: AccessPolicy = accessPolicy;
// Fixed paths come before those with an id.
const byParts = (a: string, b: string) => a.split('[').length - b.split('[').length;
const routes = Object.keys(policy)
  .toSorted(byParts)
  .map((route) => ({
    route,
    pattern: new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/\[\w+\]/g, '[^/]+')}/?$`),
  }));

export const routeOf = (path: string) =>
  routes.find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''))?.route;

/** Returns the forms of a page, those that a button of another form leads to, and its links. Only reads the page. */
const readPage = (reader: Page, html: string): Promise<{ forms: FoundForm[]; links: string[] }> =>
  reader.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'text/html');
    const sample: Record<string, string> = {
      date: '2099-01-04',
      time: '10:00',
      number: '1',
      email: 'guest@visitor.example',
      url: 'https://calendar.example/a.ics',
    };
    const valueOf = (control: HTMLInputElement) =>
      control.value === '' && control.type !== 'hidden' && control.tagName !== 'SELECT'
        ? (sample[control.type] ?? 'Words')
        : control.value;
    const isOff = ({ type, checked, tagName }: HTMLInputElement) =>
      tagName === 'BUTTON' || type === 'file' || ((type === 'radio' || type === 'checkbox') && !checked);
    const forms = [...root.querySelectorAll('form')].flatMap((form) => {
      const controls = [...form.elements] as HTMLInputElement[];
      const sent = controls.filter((one) => one.name && 'value' in one && !isOff(one));
      const fields = Object.fromEntries(
        sent.filter(({ name }) => name !== '_gotcha').map((one) => [one.name, valueOf(one)]),
      );
      const method = (form.getAttribute('method') ?? 'get').toUpperCase();
      const buttons = controls.filter(
        (one) => one.tagName === 'BUTTON' && (one.name || one.hasAttribute('formaction')),
      );
      const pressed = buttons.map((button) => ({
        action: button.getAttribute('formaction') ?? form.getAttribute('action') ?? '',
        method,
        fields: button.name ? { ...fields, [button.name]: button.value } : fields,
      }));
      return [{ action: form.getAttribute('action') ?? '', method, fields }, ...pressed];
    });
    const links = [...root.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '');
    return { forms, links };
  }, html);

type Walk = {
  readonly starts: Readonly<Record<Actor, readonly string[]>>;
  /** Whether the content found there may be changed. */
  readonly isKept: (path: string) => boolean;
  /** The number of pages checked per route, with different ids or queries. */
  readonly pagesOfRoute: number;
};

export type Found = {
  /** Existing paths, by route. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly forms: readonly (FoundForm & { readonly actor: Actor })[];
  readonly pages: readonly { readonly actor: Actor; readonly path: string }[];
};

/** Crawls a studio's pages from these on. */
export async function findForms(
  ask: Ask,
  reader: Page,
  { starts, isKept, pagesOfRoute }: Walk,
): Promise<Found> {
  const paths = new Map<string, string[]>();
  const forms: (FoundForm & { actor: Actor })[] = [];
  const pages: { actor: Actor; path: string }[] = [];
  for (const [actor, begin] of Object.entries(starts) as [Actor, readonly string[]][]) {
    const waiting = [...begin];
    const seen = new Set<string>();
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const route = routeOf(path) ?? path.split('?')[0] ?? '';
      const known = pages.filter(
        (page) => page.actor === actor && (routeOf(page.path) ?? page.path) === route,
      );
      if (seen.has(path) || known.length >= pagesOfRoute || !isKept(path)) continue;
      seen.add(path);
      const { status, type, body } = await ask({
        actor,
        method: 'GET',
        path,
        headers: { accept: 'text/html' },
      });
      if (status !== 200) continue;
      paths.set(route, [...(paths.get(route) ?? []), path]);
      if (!type.startsWith('text/html')) continue;
      pages.push({ actor, path });
      const base = new URL(path, 'http://here');
      const local = (href: string) => {
        const url = URL.canParse(href, base) ? new URL(href, base) : null;
        return url?.origin === base.origin ? url.pathname + url.search : null;
      };
      const { forms: found, links } = await readPage(reader, body);
      forms.push(...found.map((form) => ({ ...form, actor, action: local(form.action) ?? '/' })));
      waiting.push(...links.flatMap((href) => local(href) ?? []));
    }
  }
  return { paths, forms, pages };
}
