import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingFor, startProxy, studioHost } from '../tests/harness/proxy.ts';
import { installation, spawnServer } from '../tests/harness/spawn-server.ts';
import { findInPolicies } from './policy-findings.ts';
import { report } from './report.ts';

// `npm run drill:security` has the built server behind an https proxy checked by Mozilla's HTTP Observatory and
// Google's CSP evaluator.

const observatory = '@mdn/mdn-http-observatory@1.4.8';

/** The scanner with its dependencies is 131 MB, so it is installed only for this drill, without install scripts. */
function fetchObservatory(): string {
  const folder = join(tmpdir(), observatory.replaceAll(/[@/]/g, '-'));
  const program = join(folder, 'node_modules/@mdn/mdn-http-observatory');
  const preloaded = join(program, 'conf/hsts-preload.json');
  if (existsSync(preloaded)) return program;
  mkdirSync(folder, { recursive: true });
  const options = [
    '--prefix',
    folder,
    '--ignore-scripts',
    '--omit=optional',
    '--no-save',
    '--no-audit',
    '--no-fund',
  ];
  execFileSync('npm', ['install', ...options, observatory], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The list of sites preloaded by browsers; this one is not on it.
  writeFileSync(preloaded, '{}');
  return program;
}

type Scan = {
  readonly scan: {
    readonly grade: string;
    readonly score: number;
    readonly testsFailed: number;
    readonly testsPassed: number;
  };
  readonly tests: Readonly<
    Record<string, { readonly pass: boolean; readonly result: string; readonly scoreModifier: number }>
  >;
};

function scanWith(
  program: string,
  folder: string,
  { httpPort, httpsPort, certificate }: { httpPort: number; httpsPort: number; certificate: Buffer },
): Scan {
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, certificate);
  const env = {
    PATH: process.env['PATH'],
    NODE_EXTRA_CA_CERTS: authority,
    SITE_PORTS: `80:${httpPort},443:${httpsPort}`,
  };
  const network = `--import=${join(import.meta.dirname, 'site-network.mjs')}`;
  const said = execFileSync(process.execPath, [network, join(program, 'src/scan.js'), studioHost], {
    env,
    encoding: 'utf8',
  });
  return JSON.parse(said) as Scan;
}

async function judge(folder: string): Promise<{ scan: Scan; findings: string[] }> {
  const server = spawnServer({
    ...installation,
    PUBLIC_URL: `https://${studioHost}`,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    TRUSTED_PROXIES: '127.0.0.1',
  });
  try {
    const port = Number(/"port":(\d+)/.exec(await server.says('"started"'))?.[1]);
    const name = missingFor('Caddy') === null ? 'Caddy' : 'nginx';
    const reason = missingFor(name);
    if (reason !== null) throw new Error(`No proxy: ${reason}`);
    const proxy = await startProxy(name, port);
    try {
      const scan = scanWith(fetchObservatory(), folder, proxy);
      return { scan, findings: await findInPolicies(`http://127.0.0.1:${port}`) };
    } finally {
      await proxy.stop();
    }
  } finally {
    server.process.kill('SIGTERM');
    await server.exited;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'antinode-security-'));
try {
  const { scan, findings } = await judge(folder);
  const tests = Object.entries(scan.tests).map(
    ([name, { pass, result, scoreModifier }]) =>
      [name, { passed: String(pass), result, points: scoreModifier ?? 0 }] as const,
  );
  const rows = {
    'Observatory (A+)': { result: `${scan.scan.grade}, ${scan.scan.score} points` },
    'tests that failed (0)': { result: scan.scan.testsFailed },
    'high findings of the CSP evaluator (0)': { result: findings.length },
  };
  const { grade, testsFailed } = scan.scan;
  const isWorse = grade !== 'A+' || testsFailed > 0;
  const broken = [
    ...findings,
    ...(isWorse ? [`The grade is ${grade}, and ${testsFailed} tests failed`] : []),
  ];
  report({ tables: [{ rows: Object.fromEntries(tests) }, { rows }], broken });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
