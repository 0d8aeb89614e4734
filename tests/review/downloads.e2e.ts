import { get, type IncomingMessage } from 'node:http';
import { expect, test } from '../harness/desk.ts';
import { uploadSound } from '../harness/upload-sound.ts';

/** More than what the system keeps of an answer on its way to whoever does not read it. */
const large = 40_000_000;

test('sixty downloads that nobody reads let every page through, and one that is read comes whole', async ({
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
  // More than pages that one person may have open at once.
  const open = await Promise.all(Array.from({ length: 60 }, download));
  expect(open.map(({ statusCode }) => statusCode)).toEqual(Array(60).fill(200));
  expect((await team.get('/desk/projects')).status()).toBe(200);
  const [read, ...unread] = open;
  for (const answer of unread) answer.destroy();
  let bytes = 0;
  for await (const piece of read ?? []) bytes += (piece as Buffer).length;
  expect(bytes).toBe(large);
});
