import { createHmac } from 'node:crypto';

/**
 * Returns the token in the address of a call's page, where a visitor views, moves and cancels it: 256 bits, derived
 * from the call's id and the installation's secret, so that emails can include it although only its hash is stored.
 */
export const callTokenOf = (secret: string, callId: string): string =>
  createHmac('sha256', secret).update(`call\n${callId}`).digest('base64url');

/** Returns the path of a call's page. */
export const callPathOf = (token: string): `/calls/${string}` => `/calls/${token}`;

/**
 * Returns the path of the page of an offer. The token is that of the first offered call, by `callTokenOf`; `callId`
 * preselects one of the offered times.
 */
export const offerPathOf = (token: string, callId?: string): `/calls/offers/${string}` =>
  `/calls/offers/${token}${callId === undefined ? '' : `?call=${callId}`}`;
