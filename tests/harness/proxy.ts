import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { accepts, freePort } from '#src/platform/http/ports.fixture.ts';

// The proxies that ops/ configures, run with those files: only ports, paths and the certificate differ.

const root = join(import.meta.dirname, '../..');

/** The host in the configurations. */
export const studioHost = 'studio.example';

export type ProxyName = 'nginx' | 'Caddy' | 'HAProxy';

export type Proxy = {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** The certificate, which is its own authority. */
  readonly certificate: Buffer;
  /** Everything that it has logged about requests, except nginx's error log, which names each failed one. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
};

type Setting = {
  readonly program: string;
  readonly folder: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly serverPort: number;
  readonly certificate: string;
  readonly key: string;
};

/** Returns the path of a program; null if it is not installed. An administrator's programs may not be on the PATH. */
function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const isThere = (path: string) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return folders.map((folder) => join(folder, name)).find(isThere) ?? null;
}

/** Replaces the first of each pair by the second; each first string has to exist. */
function substitute(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The configuration has no "${from}"`);
    return result.replaceAll(from, () => to);
  }, text);
}

const ended = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null
    ? new Promise<void>((resolve) => child.once('exit', () => resolve()))
    : Promise.resolve();

type Running = Pick<Proxy, 'log' | 'stop'>;

function startNginx(setting: Setting): Promise<Running> {
  const { program, folder, httpPort, httpsPort, serverPort, certificate, key } = setting;
  const log = join(folder, 'access.log');
  const site = substitute(readFileSync(join(root, 'ops/nginx.conf'), 'utf8'), [
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${httpsPort} ssl;`],
    ['/etc/ssl/studio.example.pem', certificate],
    ['/etc/ssl/studio.example.key', key],
    ['/var/log/nginx/access.log', log],
    ['/var/log/nginx/error.log', join(folder, 'error.log')],
    ['http://127.0.0.1:3000', `http://127.0.0.1:${serverPort}`],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(log, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    // A worker of root would run as another user, without access to this folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${join(folder, 'pid')};`,
    'events {}',
    'http {',
    ...temporary.map((name) => `${name}_temp_path ${join(folder, name)};`),
    `include ${join(folder, 'site.conf')};`,
    '}',
  ];
  const file = join(folder, 'main.conf');
  writeFileSync(file, main.join('\n'));
  // Returns once it listens.
  execFileSync(program, ['-p', folder, '-c', file, '-e', join(folder, 'start.log')], { stdio: 'pipe' });
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  return Promise.resolve({
    log: () => readFileSync(log, 'utf8'),
    stop: () => Promise.resolve(void process.kill(pid, 'SIGTERM')),
  });
}

/** Resolves once a program has printed this; rejects if it exits first. */
const saidBy = (child: ChildProcess, log: () => string, text: string) =>
  new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', () => log().includes(text) && resolve());
    child.once('exit', () => reject(new Error(`The proxy has ended:\n${log()}`)));
  });

async function startCaddy(setting: Setting): Promise<Running> {
  const { program, folder, httpPort, httpsPort, serverPort, certificate, key } = setting;
  const ports = `\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tdefault_bind 127.0.0.1\n`;
  const config = substitute(readFileSync(join(root, 'ops/Caddyfile'), 'utf8'), [
    ['\n{\n', `\n{\n\tadmin off\n${ports}`],
    ['\n\tlog\n', `\n\tlog\n\ttls ${certificate} ${key}\n`],
  ]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, config);
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { HOME: folder, STUDIO_SERVER: `127.0.0.1:${serverPort}` },
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await saidBy(child, () => log, 'serving initial configuration');
  return {
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

/** With one server, where the file has two. */
async function startHaproxy(setting: Setting): Promise<Running> {
  const { program, folder, httpPort, httpsPort, serverPort, certificate, key } = setting;
  const both = join(folder, 'both.pem');
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const config = substitute(readFileSync(join(root, 'ops/haproxy.cfg'), 'utf8'), [
    ['bind :80\n', `bind 127.0.0.1:${httpPort}\n`],
    ['bind :443 ssl', `bind 127.0.0.1:${httpsPort} ssl`],
    ['/etc/haproxy/studio.example.pem', both],
    ['  server one 127.0.0.1:3001\n', `  server one 127.0.0.1:${serverPort}\n`],
    ['  server two 127.0.0.1:3002\n', ''],
  ]);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  execFileSync(program, ['-c', '-f', file], { stdio: 'pipe' });
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  while (!(await accepts(httpsPort))) {
    if (child.exitCode !== null) throw new Error(`The proxy has ended:\n${log}`);
    await setTimeout(20);
  }
  return {
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

const proxies = {
  nginx: { program: 'nginx', start: startNginx },
  Caddy: { program: 'caddy', start: startCaddy },
  HAProxy: { program: 'haproxy', start: startHaproxy },
} as const;

/** Returns why this proxy cannot be tested here; null if it can. */
export function missingFor(name: ProxyName): string | null {
  if (process.platform !== 'linux') return 'visitors have addresses of their own on Linux alone';
  const missing = [proxies[name].program, 'openssl'].filter((program) => findProgram(program) === null);
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`;
}

/** Starts a proxy in front of the server at this port, with the file in ops/ and a certificate made for it. */
export async function startProxy(name: ProxyName, serverPort: number): Promise<Proxy> {
  const { program, start } = proxies[name];
  const folder = mkdtempSync(join(tmpdir(), 'antinode-proxy-'));
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const subject = ['-subj', `/CN=${studioHost}`, '-addext', `subjectAltName=DNS:${studioHost}`];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...made, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const setting = {
    program: findProgram(program) ?? program,
    folder,
    httpPort,
    httpsPort,
    serverPort,
    certificate,
    key,
  };
  const running = await start(setting);
  return {
    httpPort,
    httpsPort,
    certificate: readFileSync(certificate),
    log: running.log,
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
