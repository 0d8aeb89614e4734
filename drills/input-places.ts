import { globSync, readFileSync } from 'node:fs';
import { policy, routeOf, type Found } from './input-pages.ts';
import type { Actor } from './input-studio.ts';

/** A place that takes input, and what is sent with it. */
export type Place = {
  readonly actor: Actor;
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The field, query parameter, path segment or header. */
  readonly name: string;
};

export const kindsOfPlace = ['field', 'body', 'query', 'path', 'header', 'upload'] as const;
export type KindOfPlace = (typeof kindsOfPlace)[number];
export type Places = Readonly<Record<KindOfPlace, readonly Place[]>>;

/** Actions that would end the session or delete data that other inputs need: their ids are never used. */
const endsSomething = new Set([
  'block',
  'delete',
  'disable',
  'end-others',
  'end-session',
  'erase',
  'erase-person',
  'merge',
  'remove',
  'remove-calendar',
  'remove-file',
  'remove-kind',
  'remove-milestone',
  'remove-passkey',
  'remove-passkeys',
  'remove-sent-file',
  'revoke-link',
  'sign-out',
]);
const actionIn = (path: string) => new URL(path, 'http://here').searchParams.get('do');
const nobody = '00000000-0000-4000-8000-000000000000';

/** Names that the product reads from requests, extracted from its sources. */
function namesIn(pattern: RegExp): string[] {
  const sources = globSync('src/**/*.{ts,tsx,astro}').filter(
    (path) => !/\.(?:test|fixture|client)\./.test(path),
  );
  const found = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, name = '']) => name),
  );
  return [...new Set(found)].toSorted();
}

const actorOf = (access: string): Actor =>
  /team/.test(access) ? 'team' : /client|approver|person|started/.test(access) ? 'client' : 'guest';

/** Every action of the policy, with the path of an existing object and, if a page has one, its form. */
function actionsOf(found: Found, allNames: readonly string[]): Place[] {
  return Object.entries(policy).flatMap(([route, { POST }]) => {
    if (POST === undefined) return [];
    const [known] = found.paths.get(route) ?? [];
    const made = route.replaceAll(/\[\w+\]/g, nobody);
    const actions = typeof POST === 'string' ? [['', POST] as const] : Object.entries(POST);
    return actions.flatMap(([action, access]) => {
      const ends = endsSomething.has(action);
      const path = (ends ? made : (known ?? made).split('?')[0]) + (action === '' ? '' : `?do=${action}`);
      const actor = action === 'sign-out' ? 'guest' : actorOf(access);
      const shown = found.forms.find(
        (form) =>
          routeOf(form.action) === route &&
          actionIn(form.action) === action &&
          (actor === form.actor || access === 'person'),
      );
      if (shown && !ends)
        // An action that is only a button is sent with one more field.
        return [...Object.keys(shown.fields), 'unknown'].map((name) => ({
          actor: shown.actor,
          method: 'POST',
          path: shown.action,
          fields: shown.fields,
          name,
        }));
      // No page shows a form for it: it is sent every field that any action reads.
      const fields = Object.fromEntries(allNames.map((name) => [name, nobody]));
      return allNames.map((name) => ({ actor, method: 'POST', path, fields, name }));
    });
  });
}

/** The places of the actions in turn, so that every action comes early, and no two begin at the same field. */
function interleave(places: readonly Place[]): Place[] {
  // A public form is on many pages.
  const once = [...new Map(places.map((place) => [`${place.path} ${place.name}`, place])).values()];
  const groups = [...Map.groupBy(once, ({ path }) => actionOf(path)).values()];
  const most = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: most }, (_, n) =>
    groups.flatMap((group, at) => (n < group.length ? (group[(n + at * 7) % group.length] ?? []) : [])),
  ).flat();
}

/** The metadata of a file, in chunked uploads and in a form. */
const uploadPlaces: readonly Place[] = ['/desk/uploads', '/portal/uploads'].flatMap((path) =>
  [
    'name',
    'type',
    'projectId',
    'needsApproval',
    'upload-length',
    'upload-metadata',
    'upload-offset',
    'form-name',
    'form-field',
    'form-type',
  ].map((name) => ({
    fields: {},
    actor: path.startsWith('/desk') ? ('team' as const) : ('client' as const),
    method: 'POST',
    path,
    name,
  })),
);

/**
 * Returns every place that takes input: from the access policy, the forms on the pages, and the names that the sources
 * read.
 */
export function placesOf(found: Found): Places {
  const fieldNames = namesIn(/entries\['([\w-]+)'\]/g);
  const queryNames = namesIn(/searchParams\.(?:get|getAll|has)\('([\w-]+)'\)/g);
  const headerNames = namesIn(/headers(?:\.get\(|\[|\.has\()'([a-z-]+)'/g);
  const fields = actionsOf(found, fieldNames);
  const forms = found.forms
    .filter(({ action, method }) => method === 'POST' && action.startsWith('/forms/'))
    .flatMap((form) =>
      [...Object.keys(form.fields), '_next', '_gotcha', 'form_source', 'submission_id'].map((name) => ({
        actor: 'guest' as const,
        method: 'POST',
        path: form.action,
        fields: form.fields,
        name,
      })),
    );
  const readable = Object.entries(policy).filter(([, { GET }]) => typeof GET === 'string');
  const actorAt = (route: string) => actorOf(String(policy[route]?.GET));
  const paths = [...found.paths].flatMap(([route, known]) =>
    known.slice(0, 2).map((path) => ({ route, path })),
  );
  const read = { method: 'GET', fields: {} };
  return {
    field: interleave([...fields, ...forms]),
    body: interleave([
      ...fields,
      ...forms,
      { ...read, actor: 'guest', method: 'POST', path: '/csp-report', name: 'body' },
    ]),
    query: paths.flatMap(({ route, path }) =>
      queryNames.map((name) => ({ ...read, actor: actorAt(route), path, name })),
    ),
    path: [
      ...readable.map(([route]) => route),
      '/records/[slug]',
      '/blog/[slug]',
      '/cymatics/[note]',
      '/[path]',
      '/_astro/[path]',
    ].flatMap((route) =>
      [...(route.match(/\[\w+\]/g) ?? [])].map((name) => ({
        ...read,
        actor: actorAt(route),
        path: route,
        name,
      })),
    ),
    header: paths.flatMap(({ route, path }) =>
      headerNames.map((name) => ({ ...read, actor: actorAt(route), path, name })),
    ),
    upload: uploadPlaces,
  };
}

/** The names of all actions and routes in the places, so that none is omitted; one of them refuses everyone. */
export const declaredActions = Object.entries(policy)
  .flatMap(([route, { POST }]) =>
    typeof POST === 'object'
      ? Object.keys(POST).map((action) => `${route}?do=${action}`)
      : POST
        ? [route]
        : [],
  )
  .filter((action) => action !== '/access-restricted');
export const actionOf = (path: string) => {
  const action = actionIn(path);
  return `${routeOf(path) ?? path.split('?')[0]}${action === null ? '' : `?do=${action}`}`;
};
