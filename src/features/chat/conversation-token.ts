import { createHmac } from 'node:crypto';
import { wideNetworkOf } from '#src/platform/client-address.ts';

const keyed = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url');

/** The token by which a visitor's browser has their conversation: 256 bits, made of its id with the installation's secret. Its hash is stored. */
export const conversationTokenOf = (secret: string, conversationId: string): string =>
  keyed(secret, `conversation\n${conversationId}`);

/** The token that only the mails with answers hold; as the other one, and never the same. */
export const mailTokenOf = (secret: string, conversationId: string): string =>
  keyed(secret, `mail of a conversation\n${conversationId}`);

/** A network as it is stored: known again, and not to be read. All of a /48 has one key: whoever has one has all of it. */
export const networkKeyOf = (secret: string, network: string): string =>
  keyed(secret, `network of a conversation\n${wideNetworkOf(network)}`);

/** The page of a conversation. */
export const conversationPathOf = (token: string): string => `/chat/${token}`;
