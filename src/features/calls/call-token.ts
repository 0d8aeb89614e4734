import { createHmac } from 'node:crypto';

/**
 * The token in the address by which a visitor sees, moves and cancels a call: 256 bits, made of the call's id with the
 * installation's secret, so that every mail can name it though only its hash is stored.
 */
export const callTokenOf = (secret: string, callId: string): string =>
  createHmac('sha256', secret).update(`call\n${callId}`).digest('base64url');

/** The path of a call's page. */
export const callPathOf = (token: string): `/calls/${string}` => `/calls/${token}`;

/**
 * The path of the page of times that were offered together. The token is that of the call that is offered first, by `callTokenOf`; a call
 * of the offer that is named is chosen on it.
 */
export const offerPathOf = (token: string, callId?: string): `/calls/offers/${string}` =>
  `/calls/offers/${token}${callId === undefined ? '' : `?call=${callId}`}`;
