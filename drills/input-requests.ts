import { randomUUID } from 'node:crypto';
import type { Ask, Asked } from './input-studio.ts';
import type { KindOfPlace, Place } from './input-places.ts';
import type { Input } from './input-values.ts';

/** Ids that a page generates for each form. */
const madeAnew = new Set([
  'messageId',
  'commentId',
  'entry',
  'linkId',
  'submission_id',
  'written_as',
  'asked_as',
]);

/** Two encodings of a value in a URL: fully escaped, or with the least escaping that a client sends. */
const escapePart = (value: string, isRaw: boolean) =>
  isRaw
    ? [...value]
        .map((one) => (/^[!-"$-.0-;=?-~]$/.test(one) ? one : encodeURIComponent(one.toWellFormed())))
        .join('')
    : encodeURIComponent(value.toWellFormed());

function mixed(base: string, { value, mix }: Input): string {
  if (mix === 'alone' || base === '') return value;
  return mix === 'behind' ? base + value : value + base;
}

const wants = (draw: number) => ({ accept: draw % 5 < 2 ? 'text/html' : 'application/json' });

/**
 * The fields as they are sent, with this input in one of them. Reads the current version first, as another person may
 * have changed the object.
 */
async function fieldsOf(
  ask: Ask,
  { actor, path, fields, name }: Place,
  input: Input,
): Promise<Record<string, string>> {
  const sent = Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, madeAnew.has(field) ? randomUUID() : value]),
  );
  if (name !== 'version' && 'version' in fields) {
    const { body } = await ask({
      actor,
      method: 'GET',
      path: path.split('?')[0] ?? '',
      headers: { accept: 'text/html' },
    });
    sent['version'] = /name="version" value="(\d+)"/.exec(body)?.[1] ?? sent['version'] ?? '';
  }
  return { ...sent, [name]: mixed(sent[name] ?? '', input) };
}

async function fieldRequest(ask: Ask, place: Place, input: Input): Promise<Asked> {
  const fields = await fieldsOf(ask, place, input);
  // Like a browser, replaces half a surrogate pair.
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...wants(input.draw) };
  return { ...place, headers, body: new URLSearchParams(fields).toString() };
}

/** Bodies that no form sends: other JSON types, wrong content types, multipart with files, malformed ones. */
async function bodyRequest(ask: Ask, place: Place, input: Input): Promise<Asked> {
  const { value, draw } = input;
  const fields = await fieldsOf(ask, place, input);
  const json = 'application/json';
  const part = `--x\r\nContent-Disposition: form-data; name="${place.name}"`;
  const bodies: [string, string | Buffer][] = [
    [json, JSON.stringify(fields)],
    [json, JSON.stringify({ ...fields, [place.name]: { [value]: value } })],
    [json, JSON.stringify({ ...fields, [place.name]: [value, 1, null] })],
    [json, JSON.stringify({ ...fields, [value]: value })],
    [json, `{"__proto__":${JSON.stringify(fields)},"${place.name}":${JSON.stringify(value)}}`],
    [json, value],
    [json, '['.repeat(20_000)],
    ['multipart/form-data; boundary=x', `${part}\r\n\r\n${value}\r\n--x--\r\n`],
    ['multipart/form-data; boundary=x', `${part}; filename="${value}"\r\n\r\n${value}\r\n--x--\r\n`],
    [`multipart/form-data; boundary=${value}`, `${part}\r\n\r\n${value}\r\n--x--\r\n`],
    ['application/x-www-form-urlencoded', value],
    ['application/x-www-form-urlencoded', Buffer.from(value, 'latin1')],
    [value, new URLSearchParams(fields).toString()],
    [
      'application/csp-report',
      JSON.stringify({
        'csp-report': { 'blocked-uri': value, 'violated-directive': value, 'document-uri': value },
      }),
    ],
  ];
  const [type, body] = bodies[draw % bodies.length] ?? [json, ''];
  return { ...place, headers: { 'content-type': type, ...wants(draw) }, body };
}

function queryRequest({ actor, method, path, name }: Place, { value, draw }: Input): Asked {
  const joint = path.includes('?') ? '&' : '?';
  return {
    actor,
    method,
    path: `${path}${joint}${name}=${escapePart(value, draw % 2 === 0)}`,
    headers: wants(draw),
  };
}

function pathRequest({ actor, path, name }: Place, { value, draw }: Input): Asked {
  const asId = (part: string) => (part === '[name]' ? 'contact' : '00000000-0000-4000-8000-000000000000');
  const spelled = escapePart(value, draw % 2 === 0)
    .replaceAll('?', '%3F')
    .replaceAll('#', '%23');
  const whole = path.replace(name, () => spelled).replaceAll(/\[\w+\]/g, asId);
  return { actor, method: draw % 9 === 0 ? 'HEAD' : 'GET', path: whole, headers: wants(draw) };
}

const headerRequest = ({ actor, method, path, name }: Place, { value, draw }: Input): Asked => ({
  actor,
  method,
  path,
  // A cookie that ends the session would test nothing of the page.
  headers:
    name === 'cookie' || name === 'host'
      ? { ...wants(draw), [name]: value }
      : { accept: 'text/html', [name]: value },
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The start of a chunked upload, or the form of a browser without scripts. */
function uploadRequest({ actor, method, path, name }: Place, { value }: Input, projectId: string): Asked {
  if (name.startsWith('form-')) {
    const said = {
      'form-name': 'a.wav',
      'form-field': 'file',
      'form-type': 'audio/wav',
      [name]: value.toWellFormed(),
    };
    const body =
      `--x\r\nContent-Disposition: form-data; name="projectId"\r\n\r\n${projectId}\r\n` +
      `--x\r\nContent-Disposition: form-data; name="${said['form-field']}"; filename="${said['form-name']}"\r\n` +
      `Content-Type: ${said['form-type']}\r\n\r\nNotes\r\n--x--\r\n`;
    return {
      actor,
      method,
      path,
      headers: { accept: 'application/json', 'content-type': 'multipart/form-data; boundary=x' },
      body,
    };
  }
  const about = { projectId, name: 'notes.txt', type: 'text/plain', needsApproval: 'yes', [name]: value };
  const metadata = ['projectId', 'name', 'type', 'needsApproval'].map(
    (key) => `${key} ${base64(about[key as 'name'])}`,
  );
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata.join() };
  return { actor, method, path, headers: name.startsWith('upload-') ? { ...tus, [name]: value } : tus };
}

/** Returns the request that sends an input to a place. */
export async function requestFor(
  ask: Ask,
  { kind, place, input, projectId }: { kind: KindOfPlace; place: Place; input: Input; projectId: string },
): Promise<Asked> {
  if (kind === 'field') return fieldRequest(ask, place, input);
  if (kind === 'body') return bodyRequest(ask, place, input);
  if (kind === 'query') return queryRequest(place, input);
  if (kind === 'path') return pathRequest(place, input);
  return kind === 'header' ? headerRequest(place, input) : uploadRequest(place, input, projectId);
}
