const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
};

const incompressible = new Set(['png', 'jpg', 'jpeg', 'webp', 'avif', 'gif', 'woff2', 'mp3', 'pdf']);

const endingOf = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

/** Returns the media type of a file of our own. */
export function contentTypeOf(path: string): string {
  if (path.endsWith('speculation-rules.json')) return 'application/speculationrules+json';
  return types[endingOf(path)] ?? 'application/octet-stream';
}

/** Returns true if a file of this type is worth precompressing. */
export function isCompressible(path: string): boolean {
  return endingOf(path) in types && !incompressible.has(endingOf(path));
}
