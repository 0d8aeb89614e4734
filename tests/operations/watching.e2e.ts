import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import { everyForm } from '../harness/forms.ts';
import { actAsTeam, mark, sendAsVisitor, sendOddPaths } from '../harness/marked-data.ts';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { copyReadyData } from '../harness/ready-data.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';
import { nobody } from '../harness/studio.ts';
import { expect, test } from '../harness/test.ts';

// An operator's view of a studio: its metrics and its log.

stopServersAfterEachTest();

const token = 'read-c0ffee5eed1234567890abcdef-the-metrics';

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

test("reports the server's state in metrics and log, without personal data", async ({ playwright }) => {
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
  await sendOddPaths(address);
  const told = await metrics();

  await test.step('what was sent stands nowhere', () => {
    expect(told.toLowerCase()).not.toContain(mark);
    // The startup output ends with this line.
    expect(output().toLowerCase()).not.toContain(mark);
  });

  await test.step('every request counts under a name of ours', () => {
    const routes = new Set([...told.matchAll(/route="([^"]*)"/g)].map(([, route = '']) => route));
    const forms = everyForm.map(({ name }) => `/forms/${name}`);
    const own = ['static', 'refused', 'unknown', '/healthz', '/readyz', '/csp-report', '/metrics'];
    const known = new Set([...Object.keys(accessPolicy), ...forms, ...own]);
    expect([...routes].filter((route) => !known.has(route))).toEqual([]);
    for (const route of ['static', 'refused', 'unknown', '/desk/leads', '/desk/leads/[id]', ...forms])
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
