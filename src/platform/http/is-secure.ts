import type { Origin } from '../client-address.ts';
import type { Config } from '../config/config.ts';

/** Did this request come over TLS, as far as its sender's browser is concerned? */
export const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>, client: Origin): boolean =>
  publicUrl?.startsWith('https:') ?? client.isHttps;
