import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, realpathSync } from 'node:fs';
import { Server } from 'node:http';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Loaded before the built server with `node --import`: writes the statements that each request sends to the database,
// one line of JSON per request, to the file QUERY_LOG. The server itself has no code for it.

// A build has its own packages; instrumenting those of the checkout would have no effect.
const server = pathToFileURL(realpathSync(join(import.meta.dirname, '../../dist/server.mjs'))).href;
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, context.parentURL === import.meta.url ? { ...context, parentURL: server } : context),
});
const { PGlite } = await import('@electric-sql/pglite');
const { Client } = await import('pg');
hooks.deregister();

const log = process.env['QUERY_LOG'] ?? '/dev/null';

/** @type {AsyncLocalStorage<{ queries: string[] }>} */
const requests = new AsyncLocalStorage();

/** @param {unknown} query */
const note = (query) => {
  const text = typeof query === 'string' ? query : query && /** @type {{ text?: string }} */ (query).text;
  requests.getStore()?.queries.push(String(text));
};

/**
 * @param {object} owner
 * @param {string} name
 */
function countCalls(owner, name) {
  const original = Reflect.get(owner, name);
  Reflect.set(owner, name, function counted(/** @type {unknown[]} */ ...args) {
    note(args[0]);
    return Reflect.apply(original, this, args);
  });
}

/** @param {object} owner */
function countTransactions(owner) {
  const original = Reflect.get(owner, 'transaction');
  Reflect.set(owner, 'transaction', function counted(/** @type {(tx: object) => unknown} */ run) {
    return Reflect.apply(original, this, [
      (/** @type {object} */ tx) => {
        for (const name of ['query', 'exec']) countCalls(tx, name);
        return run(tx);
      },
    ]);
  });
}

for (const name of ['query', 'exec']) countCalls(PGlite.prototype, name);
countTransactions(PGlite.prototype);
countCalls(Client.prototype, 'query');

const emit = Reflect.get(Server.prototype, 'emit');
Server.prototype.emit = function emitCounted(event, ...args) {
  if (event !== 'request') return Reflect.apply(emit, this, [event, ...args]);
  const [request, response] = args;
  const counted = { queries: /** @type {string[]} */ ([]) };
  response.once('finish', () => {
    appendFileSync(log, `${JSON.stringify({ path: request.url, queries: counted.queries })}\n`);
  });
  return requests.run(counted, () => Reflect.apply(emit, this, [event, ...args]));
};
