import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from '#src/platform/http/ports.fixture.ts';
import { expressionOf, findProgram, type ForeignBrowser, type Started } from './foreign-browser.ts';

/** Programs that are stopped together. */
function createPrograms() {
  const ends: (() => Promise<unknown>)[] = [];
  return {
    start: (program: string, given: readonly string[], env: NodeJS.ProcessEnv = process.env) => {
      const child = spawn(program, given, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], env });
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.once('error', () => undefined);
      ends.push(async () => {
        child.kill();
        await closed;
      });
      return child;
    },
    end: async () => void (await Promise.all(ends.map((end) => end()))),
  };
}

/** The first free display, which an X server writes to its fourth stream. */
const displayOf = (server: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once('data', (data: Buffer) => resolve(`:${data.toString().trim()}`));
    server.once('close', () => reject(new Error('Xvfb ended')));
  });

/** Sends one WebDriver command; retries while the driver is starting, for at most two minutes. */
async function command(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const ask = async (triesLeft: number): Promise<Response> => {
    try {
      return await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    } catch (error) {
      if (triesLeft === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return ask(triesLeft - 1);
    }
  };
  const response = await ask(2400);
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(JSON.stringify(value));
  return value;
}

/** Runs in every page right after it has loaded; this driver cannot report what a page logged before. */
function recordFaults() {
  const faults: string[] = [];
  Object.assign(globalThis, { faults });
  addEventListener('error', ({ message }) => faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    faults.push(`policy violation: ${violatedDirective} ${blockedURI}`),
  );
  for (const level of ['error', 'warn'] as const) {
    const write = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      faults.push(words.map(String).join(' '));
      write(...words);
    };
  }
}

function browserOf(session: string, end: () => Promise<void>): ForeignBrowser {
  const evaluate: ForeignBrowser['evaluate'] = async (run, ...args) => {
    const script = `const done = arguments[0]; ${expressionOf(run, args)}.then(done, (error) => done({ error: String(error) }));`;
    const answer = await command(`${session}/execute/async`, 'POST', { script, args: [] });
    if (typeof answer !== 'string') throw new Error(JSON.stringify(answer));
    return JSON.parse(answer);
  };
  const kept: string[] = [];
  const keepFaults = async () => {
    kept.push(...(await evaluate(() => ((globalThis as { faults?: string[] }).faults ?? []).splice(0))));
  };
  return {
    name: 'WebKit',
    goto: async (url) => {
      await keepFaults();
      await command(`${session}/url`, 'POST', { url });
      await evaluate(recordFaults);
    },
    evaluate,
    perform: async (actions) => void (await command(`${session}/actions`, 'POST', { actions })),
    resize: async (width, height) => {
      const set = (rect: object) => command(`${session}/window/rect`, 'POST', rect);
      await set({ x: 0, y: 0, width, height });
      // The window has a frame around the page.
      const [across, down] = await evaluate(() => [innerWidth, innerHeight] as const);
      await set({ x: 0, y: 0, width: 2 * width - across, height: 2 * height - down });
    },
    picture: async () => Buffer.from(String(await command(`${session}/screenshot`, 'GET')), 'base64'),
    faults: async () => {
      await keepFaults();
      return kept;
    },
    close: async () => {
      await command(session, 'DELETE');
      await end();
    },
  };
}

/** WebKitGTK on a separate X server, driven over WebDriver. */
export async function startWebKit(): Promise<Started> {
  const program = findProgram('WebKitWebDriver');
  const xvfb = findProgram('Xvfb');
  if (!program || !xvfb) return { ok: false, reason: 'WebKitWebDriver and Xvfb are not both installed' };
  const programs = createPrograms();
  try {
    const screen = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
    const display = await displayOf(programs.start(xvfb, screen));
    const port = await freePort();
    programs.start(program, [`--port=${port}`], { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' });
    const url = `http://127.0.0.1:${port}/session`;
    const { sessionId } = (await command(url, 'POST', { capabilities: {} })) as { sessionId: string };
    return { ok: true, browser: browserOf(`${url}/${sessionId}`, programs.end) };
  } catch (error) {
    await programs.end();
    return { ok: false, reason: `WebKit does not start here: ${String(error)}` };
  }
}
