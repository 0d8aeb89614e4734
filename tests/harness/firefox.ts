import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expressionOf, findProgram, type Started } from './foreign-browser.ts';
import { startSoundOutput } from './sound-output.ts';

/** No requests to the network and no prompts: no updates, no portal check, no microphone. */
const preferences = {
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.min_background_timeout_value': 4,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'permissions.default.microphone': 2,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { level?: string; text?: string };
  readonly result?: Record<string, unknown>;
  readonly error?: string;
  readonly message?: string;
}

/** The URL of the browser's BiDi server, which it prints to standard error. */
const addressOf = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('error', reject);
    AbortSignal.timeout(120_000).addEventListener('abort', () => reject(new Error('it says nothing')));
    child.once('exit', () => reject(new Error(output.trim().split('\n').at(-1) ?? 'it ended')));
  });

/** A WebDriver BiDi session: commands are matched to responses by number, and the pages' log is collected. */
async function openSession(address: string) {
  const socket = new WebSocket(`${address}/session`);
  const pending = new Map<number, (message: Message) => void>();
  const faults: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) pending.get(message.id)?.(message);
    const { level, text } = message.params ?? {};
    if (message.method === 'log.entryAdded' && (level === 'error' || level === 'warn'))
      faults.push(text ?? '');
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('its BiDi server does not answer')));
  });
  let last = 0;
  const send = async (method: string, params: object = {}) => {
    last += 1;
    const id = last;
    const answer = new Promise<Message>((resolve) => pending.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answer;
    if (error) throw new Error(`${method}: ${error} ${message}`);
    return result ?? {};
  };
  return { send, faults };
}

async function connect(child: ChildProcess) {
  const { send, faults } = await openSession(await addressOf(child));
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = (await send('browsingContext.getTree')) as { contexts: [{ context: string }] };
  return { send, faults, context: contexts[0].context };
}

/** Firefox (ESR) without a window and with a temporary profile, driven over WebDriver BiDi. */
export async function startFirefox(): Promise<Started> {
  const program = findProgram('firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox');
  if (!program) return { ok: false, reason: 'Firefox is not installed' };
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(preferences).map(([k, v]) => `user_pref("${k}", ${JSON.stringify(v)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const output = await startSoundOutput();
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...output?.env, MOZ_CRASHREPORTER_DISABLE: '1' },
    },
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  const end = async () => {
    await ended;
    await output?.end();
    await rm(profile, { recursive: true, force: true });
  };
  try {
    const { send, faults, context } = await connect(child);
    return {
      ok: true,
      browser: {
        name: 'Firefox',
        goto: async (url) =>
          void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
        evaluate: async (run, ...args) => {
          const answer = (await send('script.evaluate', {
            expression: expressionOf(run, args),
            target: { context },
            awaitPromise: true,
            userActivation: false,
          })) as { result?: { value: string }; exceptionDetails?: { text: string } };
          if (!answer.result) throw new Error(answer.exceptionDetails?.text);
          return JSON.parse(answer.result.value);
        },
        perform: async (actions) => void (await send('input.performActions', { context, actions })),
        resize: async (width, height) =>
          void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
        picture: async () => {
          const { data } = await send('browsingContext.captureScreenshot', { context });
          return Buffer.from(String(data), 'base64');
        },
        faults: async () => faults,
        close: async () => {
          await send('browser.close');
          await end();
        },
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await end();
    return { ok: false, reason: `Firefox does not start here: ${String(error)}` };
  }
}
