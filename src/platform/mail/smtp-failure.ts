import { redact } from '../log.ts';

export type SmtpFailure = {
  /** Trying again cannot help. */
  permanent: boolean;
  reason: string;
  /** Our own set-up is at fault (sign-in, TLS), so every mail will fail until somebody mends it. */
  isOurs: boolean;
};

type SmtpError = { code?: unknown; responseCode?: unknown; message?: unknown; response?: unknown };

const ourCodes = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG']);

/**
 * What a failed delivery means. Only a 5xx that speaks of this very message is permanent: no connection, a timeout,
 * a 4xx and a refused sign-in are all expected to mend, the last one with help.
 */
export function failureOf(error: unknown): SmtpFailure {
  const { code, responseCode, message, response } = error as SmtpError;
  const name = typeof code === 'string' ? code : 'EUNKNOWN';
  const status = typeof responseCode === 'number' ? responseCode : 0;
  const isOurs = ourCodes.has(name) || status === 530 || status === 535 || status === 534;
  const isAboutMessage = name === 'EENVELOPE' || name === 'EMESSAGE';
  const said =
    typeof response === 'string' ? response : typeof message === 'string' ? message : 'no reason given';
  return {
    permanent: isAboutMessage && status >= 500 && status < 600 && !isOurs,
    reason: redact(`${name} ${said}`.slice(0, 300)),
    isOurs,
  };
}
