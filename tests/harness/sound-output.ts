import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findProgram } from './foreign-browser.ts';

/** A silent device that accepts sound at the speed of a real one. */
export type SoundOutput = {
  /** The environment variables that a browser needs for it. */
  readonly env: Readonly<Record<string, string>>;
  readonly end: () => Promise<void>;
};

/** Resolves once a socket exists; false if the program exits first. */
async function isListening(socket: string, program: ChildProcess): Promise<boolean> {
  while (!existsSync(socket)) {
    if (program.pid === undefined || program.exitCode !== null || program.signalCode !== null) return false;
    await setTimeout(20);
  }
  return true;
}

/** Starts a separate PulseAudio server with such a device; null if PulseAudio is not installed or does not start. */
export async function startSoundOutput(): Promise<SoundOutput | null> {
  const program = findProgram('pulseaudio');
  if (!program) return null;
  const folder = await mkdtemp(join(tmpdir(), 'sound-'));
  const socket = join(folder, 'native');
  const modules = ['module-null-sink', `module-native-protocol-unix socket=${socket} auth-anonymous=1`];
  const child = spawn(
    program,
    [
      '-n',
      '--daemonize=no',
      '--use-pid-file=no',
      '--disable-shm=yes',
      '--exit-idle-time=-1',
      ...modules.flatMap((module) => ['-L', module]),
    ],
    { stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder } },
  );
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', resolve);
  });
  const end = async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  if (await isListening(socket, child)) return { env: { PULSE_SERVER: `unix:${socket}` }, end };
  await end();
  return null;
}
