import { get, type IncomingMessage } from 'node:http';
import { expect, test } from '../harness/desk.ts';
import { uploadSound } from '../harness/upload-sound.ts';

/** More than the system buffers of a response that is not being read. */
const large = 40_000_000;

test('serves every page during sixty unread downloads, and completes one that is read', async ({
  team,
  studio,
  project,
}) => {
  const fileId = await uploadSound(team, {
    projectId: project.id,
    name: 'long.bin',
    bytes: Buffer.alloc(large),
  });
  const { cookies } = await team.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const download = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(new URL(`/portal/files/${fileId}`, studio.address), { headers: { cookie } }, resolve).on(
        'error',
        reject,
      );
    });
  // More than the pages that one person may have open at once.
  const open = await Promise.all(Array.from({ length: 60 }, download));
  expect(open.map(({ statusCode }) => statusCode)).toEqual(Array(60).fill(200));
  expect((await team.get('/desk/projects')).status()).toBe(200);
  const [read, ...unread] = open;
  for (const answer of unread) answer.destroy();
  let bytes = 0;
  for await (const piece of read ?? []) bytes += (piece as Buffer).length;
  expect(bytes).toBe(large);
});
