import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pinnedNode, root, run } from './prepare.mjs';

// The headless shell first: it halves the run time.
const names = [
  'chromium-headless-shell',
  'headless_shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const places = [
  '/usr/lib/chromium/headless_shell',
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Playwright's own browsers, if installed. */
function playwrightBrowsers() {
  const script = `
    const { chromium } = require('playwright-core');
    const { registry } = require('playwright-core/lib/server');
    const shell = registry?.findExecutable('chromium-headless-shell')?.executablePath('javascript');
    console.log([shell, chromium.executablePath()].filter(Boolean).join('\\n'));`;
  const { stdout } = spawnSync(pinnedNode, ['-e', script], { cwd: root, encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter(Boolean);
}

function candidates() {
  const given = process.env['CHROME_PATH'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...(given ? [given] : []), ...onPath, ...places, ...playwrightBrowsers()].filter((path) =>
    existsSync(path),
  );
}

/**
 * Whether it starts on this machine and renders a page.
 * @param {string} path
 */
function starts(path) {
  const profile = mkdtempSync(join(tmpdir(), 'browser-'));
  try {
    const { stdout } = spawnSync(
      path,
      [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        `--user-data-dir=${profile}`,
        '--dump-dom',
        'data:text/html,<p>it starts</p>',
      ],
      { encoding: 'utf8', timeout: 30_000 },
    );
    return (stdout ?? '').includes('it starts');
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

function isDebian() {
  return existsSync('/etc/debian_version') && !readFileSync('/etc/os-release', 'utf8').includes('ID=ubuntu');
}

/** Ways to install one, each tried if the one before installed none that starts. */
const installers = [
  async () => {
    const withDeps = process.getuid?.() === 0 ? ['--with-deps'] : [];
    const cli = join(root, 'node_modules/@playwright/test/cli.js');
    await run(pinnedNode, [cli, 'install', ...withDeps, 'chromium-headless-shell']);
  },
  async () => {
    if (process.getuid?.() !== 0 || !isDebian()) return;
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], env);
    await run(
      'apt-get',
      ['install', '-qy', '--no-install-recommends', 'chromium-headless-shell', 'chromium'],
      env,
    );
  },
];

/**
 * Returns the name and version that a browser reports.
 * @param {string} path
 */
export function browserVersion(path) {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.trim();
}

/**
 * Returns the browser for the tests: CHROME_PATH, an installed one, Playwright's own, or one installed now.
 * @returns {Promise<string>}
 */
export async function findBrowser() {
  const found = candidates().find(starts);
  if (found) return found;
  for (const install of installers) {
    console.log('Installing a browser …');
    await install();
    const installed = candidates().find(starts);
    if (installed) return installed;
  }
  console.error('No Chromium that starts here. Install one, or set CHROME_PATH.');
  return process.exit(1);
}
