import { redact } from '../log.ts';

export type SmtpFailure = {
  /** A retry cannot help. */
  permanent: boolean;
  reason: string;
  /** True if our own settings are wrong (sign-in, TLS), so that every email fails until the operator fixes them. */
  isOurs: boolean;
  /** True if the failure is the server's, not this message's: no connection, a refused sign-in, 421. */
  isServerAway: boolean;
};

type SmtpError = {
  code?: unknown;
  /** The error code of the socket, if `code` only says that it was the socket. */
  originalCode?: unknown;
  responseCode?: unknown;
  message?: unknown;
  response?: unknown;
};

const connectionCodes = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPROTOCOL',
]);
const ourCodes = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG']);

/** Error codes of Node and OpenSSL for an untrusted certificate, or no TLS where TLS was expected. */
const isTlsRefusal = (code: unknown) =>
  typeof code === 'string' && /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^ERR_(SSL|TLS)_/.test(code);

/**
 * Classifies a failed delivery. Only a 5xx about this message is permanent: a failed connection, a timeout, a 4xx and a
 * refused sign-in may recover, the last one with the operator's help.
 */
export function smtpFailureOf(error: unknown): SmtpFailure {
  const { code, originalCode, responseCode, message, response } = error as SmtpError;
  const name = typeof code === 'string' ? code : 'EUNKNOWN';
  const status = typeof responseCode === 'number' ? responseCode : 0;
  const isRefused = status === 530 || status === 534 || status === 535;
  const isOurs = ourCodes.has(name) || isTlsRefusal(originalCode) || isRefused;
  const isServerAway = isOurs || (status === 0 && connectionCodes.has(name)) || status === 421;
  const isAboutMessage = name === 'EENVELOPE' || name === 'EMESSAGE';
  const said =
    typeof response === 'string' ? response : typeof message === 'string' ? message : 'no reason given';
  return {
    permanent: isAboutMessage && status >= 500 && status < 600 && !isOurs,
    reason: redact(`${name} ${said}`.slice(0, 300)),
    isOurs,
    isServerAway,
  };
}
