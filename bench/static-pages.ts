import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { report } from '../drills/report.ts';
import { cpuTicksOf } from './cpu-ticks.ts';
import { hammer } from './hammer.ts';
import { startSite } from './site.ts';
import { median } from './quantile.ts';

/**
 * Measures requests per second for a prerendered page, precompressed, and the CPU time of one request: this server and
 * nginx (gzip_static) take turns under the same load in the same run. On a busy machine compare the CPU time.
 */
const rounds = 5;
const nginxPort = 45_000 + (process.pid % 5000);
const path = '/production';
const seconds = 3;
const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) =>
  existsSync(file),
);

function startNginx(binary: string): { pid: number; stop: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'antinode-nginx-'));
  mkdirSync(join(folder, 'logs'));
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 512; }
http { include /etc/nginx/mime.types; access_log off; sendfile on; etag on; keepalive_requests 1000000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${nginxPort}; root ${resolve('dist/client')}; gzip_static on; open_file_cache max=100;
    location / { try_files $uri.html $uri =404; } } }`,
  );
  const server = spawn(binary, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  return {
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGQUIT');
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Turn = { rate: number; cpuUs: number };

/** One turn of a server: responses per second, and the CPU time of one response. */
async function turn(url: string, pid: number): Promise<Turn> {
  const before = cpuTicksOf(pid);
  const rate = await hammer(url, seconds);
  return { rate, cpuUs: ((cpuTicksOf(pid) - before) * 10_000) / (rate * seconds) };
}

const rowOf = (turns: readonly Turn[]) => ({
  'requests/s (median)': Math.round(median(turns.map(({ rate }) => rate))),
  'processor time, µs': Number(median(turns.map(({ cpuUs }) => cpuUs)).toFixed(1)),
});

const site = await startSite();
const server = nginx ? startNginx(nginx) : undefined;
const ours: Turn[] = [];
const theirs: Turn[] = [];
await hammer(`${site.origin}${path}`, 2);
for (let round = 0; round < rounds; round += 1) {
  ours.push(await turn(`${site.origin}${path}`, site.pid));
  if (server) theirs.push(await turn(`http://127.0.0.1:${nginxPort}${path}`, server.pid));
}
const ratioOf = (share: (our: Turn, their: Turn) => number) =>
  Number(median(theirs.map((their, i) => share(ours[i] ?? their, their))).toFixed(2));
const rows = {
  'this server': rowOf(ours),
  ...(server
    ? {
        'nginx, gzip_static': rowOf(theirs),
        ratio: {
          'requests/s (median)': ratioOf((our, their) => our.rate / their.rate),
          'processor time, µs': ratioOf((our, their) => their.cpuUs / our.cpuUs),
        },
      }
    : { 'nginx is not installed': rowOf([]) }),
};
report({ tables: [{ rows }] });
await server?.stop();
await site.stop();
