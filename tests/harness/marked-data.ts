import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { expect, type APIRequestContext } from '@playwright/test';
import { everyForm } from './forms.ts';
import { uploadSound } from './upload-sound.ts';

// Submits ordinary data with a marker in every field, and requests every page: for tests that check where the marker
// must not appear.

/** The marker, in all submitted data and nowhere else. */
export const mark = 'zebrafink';

/** Requests this path unchanged, with a marker in everything that a request can contain. */
function askRaw(address: string, method: string, path: string): Promise<number> {
  const headers = {
    'user-agent': mark,
    referer: `http://${mark}.example/${mark}`,
    cookie: `antinode_session=${mark}; ${mark}=1`,
    accept: `${mark}/plain`,
    origin: `http://${mark}.example`,
    traceparent: mark,
    tracestate: `${mark}=1`,
    baggage: `${mark}=1`,
    [`x-${mark}`]: mark,
  };
  const { port } = new URL(address);
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

/** Requests nonexistent URLs, with methods that some of them have. */
export async function sendOddPaths(address: string): Promise<void> {
  for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND'])
    for (const path of [
      `/${mark}`,
      `/desk/leads/${mark}`,
      `/portal/files/${mark}/listen?${mark}`,
      `/listen/${mark}`,
      `/chat/${mark}`,
      `/calls/${mark}`,
      `/sign-in/link?token=${mark}`,
      `/desk/uploads/${mark}`,
      `/metrics/${mark}`,
      `/%ff${mark}`,
    ])
      await askRaw(address, method, path);
}

/** Submits a visitor's data, valid and invalid, with the marker in every field. */
export async function sendAsVisitor(visitor: APIRequestContext): Promise<void> {
  const network = () => ({ 'x-forwarded-for': `192.0.2.${Math.floor(Math.random() * 256)}` });
  for (const { name, values } of everyForm) {
    const typed = { ...values, name: mark, email: `${mark}-${name}@film.example` };
    const marked = Object.fromEntries(Object.entries(typed).map(([field]) => [field, `${mark} ${field}`]));
    const texts = ['company', 'message', 'project', 'project_details', 'phone'].filter(
      (field) => field in typed,
    );
    const whole = { ...typed, ...Object.fromEntries(texts.map((field) => [field, `${mark} 12345`])) };
    const sent = await visitor.post(`/forms/${name}`, { form: whole, headers: network(), maxRedirects: 0 });
    expect(sent.status(), name).toBe(303);
    const refused = { ...marked, _next: `http://${mark}.example/`, [mark]: mark };
    await visitor.post(`/forms/${name}?${mark}=${mark}`, { form: refused, headers: network() });
    await visitor.post(`/forms/${name}`, { data: mark, headers: { 'content-type': `text/${mark}` } });
  }
  const accept = { ...network(), accept: 'application/json' };
  for (const form of [{ email: `${mark}@film.example` }, { email: mark }])
    await visitor.post(`/sign-in?do=ask-code`, { form, headers: accept });
  await visitor.post(`/sign-in?do=${mark}`, { form: { [mark]: mark }, headers: accept });
  await visitor.post('/chat', { form: { name: mark, line: mark, email: mark }, headers: accept });
}

/** Performs the team's actions on a lead and a project, with the marker in every field and in the name of a file. */
export async function actAsTeam(team: APIRequestContext): Promise<void> {
  const headers = { accept: 'application/json' };
  const idIn = (text: string, before: string) => new RegExp(`${before}([\\da-f-]{36})`).exec(text)?.[1] ?? '';
  const inbox = await (await team.get(`/desk/leads?q=${mark}`)).text();
  const lead = `/desk/leads/${idIn(inbox, '/desk/leads/')}`;
  const entry = randomUUID;
  for (const [action, form] of [
    ['note', { entry: entry(), content: mark }],
    ['reply', { entry: entry(), content: mark }],
    ['status', { status: 'converted', project: mark }],
    [mark, { [mark]: mark }],
  ] as const)
    await team.post(`${lead}${action === 'reply' ? '/reply' : ''}?do=${action}`, { form, headers });
  const projectId = idIn(await (await team.get(lead)).text(), '/desk/projects/');
  expect(projectId).not.toBe('');
  const project = `/desk/projects/${projectId}`;
  await team.post('/desk/messages?do=send-message', {
    form: { projectId, messageId: randomUUID(), content: mark },
    headers,
  });
  await team.post(`${project}?do=issue-invoice`, {
    form: { 'unitPrice-1': mark, 'description-1': mark },
    headers,
  });
  await uploadSound(team, { projectId, name: `${mark}.wav` });
  await team.get(`${project}?${mark}=${mark}`);
}

/** Performs a client's actions in one of their projects, with the marker in every field and in the name of a file. */
export async function actAsClient(client: APIRequestContext): Promise<void> {
  const headers = { accept: 'application/json' };
  const list = await (await client.get('/portal/projects')).text();
  const [, projectId = ''] = /\/portal\/projects\/([\da-f-]{36})/.exec(list) ?? [];
  expect(projectId).not.toBe('');
  const form = { projectId, messageId: randomUUID(), content: mark };
  expect((await client.post('/portal/messages?do=send-message', { form, headers })).status()).toBe(200);
  await uploadSound(client, { projectId, name: `${mark}.wav`, path: '/portal/uploads' });
  const person = { email: `${mark}-colleague@film.example`, name: mark, may: 'listen' };
  await client.post('/portal/people?do=invite', { form: person, headers });
  await client.post(`/portal/projects/${projectId}?do=${mark}`, { form: { [mark]: mark }, headers });
  await client.post(`/portal/projects/${projectId}/share?do=make-link`, {
    form: { name: mark, password: mark },
    headers,
  });
}

const patternOf = (path: string) => path.split('?', 1)[0]?.replaceAll(/[\da-f-]{36}|\d+/g, '[]') ?? '';

/** Follows the links of pages from here on, one of each kind, with the marker appended; returns the number of pages. */
export async function visitAll(person: APIRequestContext, from: string): Promise<number> {
  const queue = [from];
  const seen = new Set<string>();
  let pages = 0;
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(patternOf(path))) continue;
    seen.add(patternOf(path));
    const answer = await person.get(`${path}${path.includes('?') ? '&' : '?'}q=${mark}`);
    if (!(answer.headers()['content-type'] ?? '').startsWith('text/html')) continue;
    pages += 1;
    const links = [...(await answer.text()).matchAll(/href="(\/(?:desk|portal|account)[^"#]*)"/g)];
    queue.push(...links.map(([, href = '']) => href.replaceAll('&amp;', '&')));
  }
  return pages;
}
