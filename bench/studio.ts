import { join } from 'node:path';
import { postOfPrintedLink } from '../tests/harness/printed-link.ts';
import { spawnServer } from '../tests/harness/spawn-server.ts';

/** Starts the built server with the sample studio in a folder, and signs the team in. */
export async function startStudio(folder: string) {
  const server = spawnServer({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') });
  const printed = await server.says('Data ');
  const lineOf = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  const address = lineOf('Site');
  const signedIn = await fetch(postOfPrintedLink(lineOf('Team desk')), {
    method: 'POST',
    redirect: 'manual',
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const projects = await (await fetch(new URL('/desk/projects', address), { headers: { cookie } })).text();
  const tus = { cookie, 'tus-resumable': '1.0.0' };
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  return {
    /** Id of the server's process. */
    pid: server.process.pid ?? 0,
    address,
    /** Cookie of the team's session. */
    cookie,
    /** Headers of an upload request. */
    tus,
    projectId: /\/desk\/projects\/([\da-f-]{36})/.exec(projects)?.[1] ?? '',
    /** Starts an upload to a project and returns its path, which ends with the id of the future file. */
    beginUpload: async (projectId: string, name: string, sizeBytes: number): Promise<string> => {
      const metadata = `projectId ${encoded(projectId)},name ${encoded(name)},needsApproval ${encoded('no')}`;
      const begun = await fetch(new URL('/desk/uploads', address), {
        method: 'POST',
        headers: { ...tus, 'upload-length': String(sizeBytes), 'upload-metadata': metadata },
      });
      return begun.headers.get('location') ?? '';
    },
    stop: async () => {
      server.process.kill('SIGTERM');
      await server.exited;
    },
  };
}
