import dns from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before the built server with `node --import`: calendar.example is a server of the public internet, for which
// the test responds on this machine in plain HTTP at CALENDAR_PORT. All other requests are unchanged.

const host = 'calendar.example';
const { lookup } = dns;
const { request } = https;

dns.lookup = /** @type {typeof dns.lookup} */ (
  /** @param {string} name @param {import('node:dns').LookupAllOptions} options */
  (name, options) =>
    name === host ? Promise.resolve([{ address: '1.1.1.1', family: 4 }]) : lookup(name, options)
);

https.request = /** @type {typeof https.request} */ (
  /** @param {URL} url @param {https.RequestOptions} options */
  (url, options) =>
    url.hostname === host
      ? http.request({
          host: '127.0.0.1',
          port: Number(process.env['CALENDAR_PORT']),
          path: url.pathname,
          headers: options.headers,
          signal: options.signal,
        })
      : request(url, options)
);

syncBuiltinESMExports();
