import S3rver from '@20minutes/s3rver';
import { onTestFinished } from 'vitest';
import { bucketAddressOf, type BucketAddress } from '../bucket-address.ts';
import { makeTestFolder } from '../test-folder.fixture.ts';

export type TestStore = {
  readonly url: string;
  readonly address: BucketAddress;
  /** Stops the server and keeps its objects. */
  readonly stop: () => Promise<void>;
  /** Starts it again at the same address. */
  readonly start: () => Promise<void>;
};

/** Starts an object store with an empty bucket, which is removed after the test. */
export async function startObjectStore(): Promise<TestStore> {
  const directory = makeTestFolder();
  let [server, port]: [S3rver | null, number] = [null, 0];
  const start = async () => {
    server = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      vhostBuckets: false,
      configureBuckets: [{ name: 'studio' }],
    });
    ({ port } = await server.run());
  };
  const stop = async () => {
    await server?.close();
    server = null;
  };
  await start();
  onTestFinished(stop);
  const url = `s3://S3RVER:S3RVER@127.0.0.1:${port}/studio?tls=off`;
  const read = bucketAddressOf(url);
  if ('problem' in read) throw new Error(read.problem);
  return { url, address: read.address, stop, start };
}
