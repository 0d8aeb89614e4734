import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hammer } from './hammer.ts';
import { startSite } from './site.ts';
import { median } from './quantile.ts';

/**
 * Requests per second for the prerendered home page, precompressed: this server and nginx (gzip_static) take
 * turns under the same load in the same run, so that the ratio holds on a noisy machine.
 */
const rounds = 5;
const nginxPort = 45_000 + (process.pid % 5000);
const path = '/production';
const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) =>
  existsSync(file),
);

function startNginx(binary: string): () => Promise<void> {
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
  return async () => {
    server.kill('SIGQUIT');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
}

const site = await startSite();
const stopNginx = nginx ? startNginx(nginx) : undefined;
const ours: number[] = [];
const theirs: number[] = [];
await hammer(`${site.origin}${path}`, 2);
for (let round = 0; round < rounds; round += 1) {
  ours.push(await hammer(`${site.origin}${path}`, 3));
  if (stopNginx) theirs.push(await hammer(`http://127.0.0.1:${nginxPort}${path}`, 3));
}
console.table({
  'this server': { 'requests/s (median)': Math.round(median(ours)) },
  ...(stopNginx
    ? {
        [execFileSync(nginx ?? '', ['-v'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }) ||
        'nginx']: {
          'requests/s (median)': Math.round(median(theirs)),
        },
        ratio: {
          'requests/s (median)': Number(
            median(ours.map((rate, i) => rate / (theirs[i] ?? Number.NaN))).toFixed(2),
          ),
        },
      }
    : { 'nginx is not installed': { 'requests/s (median)': Number.NaN } }),
});
await stopNginx?.();
await site.stop();
