declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  /** An S3 server for tests; its one account has the key and the secret `S3RVER`. */
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
