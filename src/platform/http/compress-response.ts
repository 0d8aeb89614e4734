import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { constants, createBrotliCompress, createGzip, type BrotliCompress, type Gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Returns the smallest encoding that an Accept-Encoding header allows. */
export function encodingOf(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  if (weightOf('br') > 0) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : 'identity';
}

// Pages and tables only; small JSON is not worth it, and event streams must not be buffered.
const compressible = /^text\/(?!event-stream)/;

type Compressor = BrotliCompress | Gzip;

/** A page rendered for one visitor deserves less effort than a precompressed one. */
function compressorOf(encoding: 'br' | 'gzip'): Compressor {
  if (encoding === 'gzip') return createGzip({ level: 6 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

/** Compresses a response if it is text and the client accepts it. Call it before anything is written. */
export function compressResponse(request: IncomingMessage, response: ServerResponse): void {
  const encoding = encodingOf(request.headers['accept-encoding']);
  if (encoding === 'identity' || request.method === 'HEAD') return;
  const writeHead = response.writeHead.bind(response);
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let compressor: Compressor | null = null;

  function begin(status: number, headers: OutgoingHttpHeaders): void {
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    const type = String(response.getHeader('content-type') ?? '');
    const isEmpty = status === 204 || status === 304;
    if (isEmpty || response.hasHeader('content-encoding') || !compressible.test(type)) return;
    compressor = compressorOf(encoding === 'br' ? 'br' : 'gzip');
    compressor.on('data', (chunk: Buffer) => write(chunk));
    compressor.on('end', () => end());
    response.on('close', () => compressor?.destroy());
    response.removeHeader('content-length');
    response.setHeader('content-encoding', encoding);
    response.appendHeader('vary', 'Accept-Encoding');
  }

  Object.assign(response, {
    writeHead(status: number, headers: OutgoingHttpHeaders | string[] = {}) {
      // Headers given as a list belong to static files, which are already compressed.
      if (Array.isArray(headers)) return writeHead(status, headers);
      begin(status, headers);
      return writeHead(status);
    },
    // An aborted response waits for `written` before it closes the connection.
    write(chunk: Uint8Array | string, written?: (error?: Error | null) => void) {
      if (!response.headersSent) response.writeHead(response.statusCode);
      return compressor ? compressor.write(chunk, written) : write(chunk, written);
    },
    end(chunk?: Uint8Array | string) {
      if (!response.headersSent) response.writeHead(response.statusCode);
      if (!compressor) return chunk === undefined ? end() : end(chunk);
      compressor.end(chunk);
      return response;
    },
  });
}
