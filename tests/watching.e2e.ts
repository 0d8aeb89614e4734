import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { APIRequestContext } from '@playwright/test';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import { everyForm } from './harness/forms.ts';
import { postOfPrintedLink } from './harness/printed-link.ts';
import { copyReadyData } from './harness/ready-data.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from './harness/server-process.ts';
import { nobody } from './harness/studio.ts';
import { expect, test } from './harness/test.ts';
import { uploadSound } from './harness/upload-sound.ts';

// What an operator sees of a studio: its metrics and its log.

stopServersAfterEachTest();

const token = 'read-c0ffee5eed1234567890abcdef-the-metrics';
/** Stands in all that is sent, and in nothing else. */
const mark = 'zebrafink';

async function startWatched() {
  const dataDir = newDataDir();
  copyReadyData(dataDir);
  const server = startServer({
    PORT: '0',
    DATA_DIR: dataDir,
    METRICS_TOKEN: token,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  const printed = await server.says('Data ');
  const lineOf = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  const address = lineOf('Site');
  const metrics = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(new URL('/metrics', address), { headers })).text();
  };
  return { address, metrics, teamLink: lineOf('Team desk'), output: server.output };
}

/** Asks with this path as it is written, and a mark in whatever a request may bear. */
function askRaw(address: string, method: string, path: string): Promise<number> {
  const headers = {
    'user-agent': mark,
    referer: `http://${mark}.example/${mark}`,
    cookie: `antinode_session=${mark}; ${mark}=1`,
    accept: `${mark}/plain`,
    origin: `http://${mark}.example`,
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

/** Sends what visitors may send, taken and refused, with the mark in every field. */
async function sendAsVisitor(visitor: APIRequestContext): Promise<void> {
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

/** Does at the desk what the team does with a lead and a project, with the mark in every field and in the name of a file. */
async function actAsTeam(team: APIRequestContext): Promise<void> {
  const headers = { accept: 'application/json' };
  const idIn = (text: string, before: string) => new RegExp(`${before}([\\da-f-]{36})`).exec(text)?.[1] ?? '';
  const inbox = await (await team.get(`/desk?q=${mark}`)).text();
  const lead = `/desk/leads/${idIn(inbox, '/desk/leads/')}`;
  const entry = randomUUID;
  for (const [action, form] of [
    ['note', { entry: entry(), content: mark }],
    ['reply', { entry: entry(), content: mark }],
    ['status', { status: 'converted', project: mark }],
    [mark, { [mark]: mark }],
  ] as const)
    await team.post(`${lead}?do=${action}`, { form, headers });
  const projectId = idIn(await (await team.get(lead)).text(), '/desk/projects/');
  expect(projectId).not.toBe('');
  const project = `/desk/projects/${projectId}`;
  await team.post(`${project}?do=send-message`, {
    form: { projectId, messageId: randomUUID(), content: mark },
    headers,
  });
  await team.post(`${project}?do=issue-invoice`, { form: { amount: mark, description: mark }, headers });
  await uploadSound(team, { projectId, name: `${mark}.wav` });
  await team.get(`${project}?${mark}=${mark}`);
}

test('metrics and log tell how the server is, and nothing of anybody', async ({ playwright }) => {
  const { address, metrics, teamLink, output } = await startWatched();
  const context = { baseURL: address, storageState: nobody };
  const visitor = await playwright.request.newContext(context);
  const team = await playwright.request.newContext(context);
  expect((await team.post(postOfPrintedLink(teamLink), { maxRedirects: 0 })).status()).toBe(303);

  await test.step('whoever has no token learns nothing, not even that there are any', async () => {
    for (const one of [visitor, team]) {
      const [asked, nowhere] = [await one.get('/metrics'), await one.get('/nowhere')];
      expect([asked.status(), await asked.text()]).toEqual([404, await nowhere.text()]);
    }
  });

  expect((await visitor.get(`/?${mark}`)).status()).toBe(200);
  await sendAsVisitor(visitor);
  await actAsTeam(team);
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
  const told = await metrics();

  await test.step('what was sent stands nowhere', () => {
    expect(told.toLowerCase()).not.toContain(mark);
    // What is printed for the one who started it ends with this line.
    expect(output().toLowerCase()).not.toContain(mark);
  });

  await test.step('every request counts under a name of ours', () => {
    const routes = new Set([...told.matchAll(/route="([^"]*)"/g)].map(([, route = '']) => route));
    const forms = everyForm.map(({ name }) => `/forms/${name}`);
    const own = ['static', 'refused', 'unknown', '/healthz', '/readyz', '/csp-report', '/metrics'];
    const known = new Set([...Object.keys(accessPolicy), ...forms, ...own]);
    expect([...routes].filter((route) => !known.has(route))).toEqual([]);
    for (const route of ['static', 'refused', 'unknown', '/desk', '/desk/leads/[id]', ...forms])
      expect(routes, route).toContain(route);
  });

  await test.step('leads and mails are counted, and every part could be looked at', () => {
    expect(told).toMatch(/^antinode_leads_waiting [1-9]/m);
    expect(told).not.toMatch(/^antinode_(?:measured|up)\{[^}]*\} 0$/m);
  });

  await test.step('Prometheus takes it as it is', () => {
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: told, encoding: 'utf8' });
    if (checked.error) test.info().annotations.push({ type: 'skipped', description: 'no promtool here' });
    else expect(checked.status, checked.stderr).toBe(0);
  });

  await test.step('the alerts and the dashboard ask for what there is', () => {
    const kinds = [...told.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    const names = new Set(
      kinds.flatMap(([, name = '', kind]) =>
        kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    for (const file of ['ops/alerts.yaml', 'ops/grafana-dashboard.json']) {
      const asked = [...readFileSync(file, 'utf8').matchAll(/\b(?:antinode|process|nodejs)_\w+/g)].map(
        ([name]) => name,
      );
      expect(asked.length, file).toBeGreaterThan(9);
      expect(
        asked.filter((name) => !names.has(name)),
        file,
      ).toEqual([]);
    }
  });
});
