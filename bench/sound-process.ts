import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { residentKbOf } from './resident-kb.ts';

// Measures the file that is named, as the server does, in a process without anything else (see sound.ts). Prints which
// artefacts there are, and the peak memory in MB.

const [path = ''] = process.argv.slice(2);
const thread = new Worker(join(import.meta.dirname, '../dist/measure-sound.mjs'), {
  workerData: { path, writeTo: `${path}.made`, ffmpeg: null },
  resourceLimits: { maxOldGenerationSizeMb: 512 },
});
type Message = { readonly kind: string; readonly artefacts?: readonly string[] };
const outcome = await new Promise<Message>((resolve, reject) => {
  thread.on('error', reject);
  thread.on('message', (message: Message) => {
    if (message.kind === 'measured' || message.kind === 'unmeasured') resolve(message);
  });
});
if (outcome.kind !== 'measured') throw new Error(`${path} was not measured`);
const mb = Math.round(residentKbOf(process.pid, 'most') / 1024);
process.stdout.write(JSON.stringify({ artefacts: outcome.artefacts, mb }));
await thread.terminate();
