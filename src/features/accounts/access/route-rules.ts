import type { accessPolicy } from './access-policy.ts';
import type { SecurityEventKind } from '../security-log/security-log.table.ts';

/** The routes that export or download data, and the security event that each records. */
export const recordedRoutes: Readonly<Record<string, SecurityEventKind>> = {
  '/desk/clients/[id]/export.json': 'person-exported',
  '/desk/leads/[id]/export.json': 'person-exported',
  '/desk/clients.csv': 'clients-exported',
  '/desk/contacts.csv': 'contacts-exported',
  '/desk/leads.csv': 'leads-exported',
  '/desk/leads.json': 'leads-exported',
  '/desk/invoices.csv': 'invoices-exported',
  '/desk/invoices.json': 'invoices-exported',
  '/desk/lines.csv': 'invoices-exported',
  '/desk/payments.csv': 'invoices-exported',
  '/desk/taxes.csv': 'invoices-exported',
  '/portal/files/[id]': 'file-downloaded',
  // One of these formats includes the recording.
  '/portal/files/[id]/markers.[format]': 'file-downloaded',
  '/portal/message-files/[id]': 'file-downloaded',
  '/portal/sent-files/[id]': 'file-downloaded',
  '/desk/projects/[id]/sent-files.zip': 'files-downloaded',
  '/portal/projects/[id]/files.zip': 'files-downloaded',
  '/portal/invoices/[id].json': 'invoice-downloaded',
  '/portal/invoices/[id]/pdf': 'invoice-downloaded',
  '/desk/installation/backups/[id].tar': 'backup-downloaded',
  '/desk/installation/exports/[id].zip': 'export-downloaded',
};

type Route = keyof typeof accessPolicy;

const stored = 'Streams stored bytes after one query.';
const stream = 'Stays open and sends events after one query.';
const upload = 'Its body can take long to arrive and must not block other requests.';

/** The routes that are not queued, and why. */
export const unqueuedRoutes: Readonly<Partial<Record<Route, string>>> = {
  '/api/visitor': 'Returns who is signed in, which is known before any queue.',
  '/chat/[token]/events': stream,
  '/desk/events': stream,
  '/desk/installation/backups/[id].tar': stored,
  '/desk/installation/exports/[id].zip': stored,
  '/desk/projects/[id]/sent-files.zip': stored,
  '/desk/uploads': upload,
  '/desk/uploads/[id]': upload,
  '/listen/[token]/cover': stored,
  '/listen/[token]/events': stream,
  '/listen/[token]/files.zip': stored,
  '/listen/[token]/files/[id]/download': stored,
  '/listen/[token]/files/[id]/listen': stored,
  '/listen/[token]/files/[id]/peaks': stored,
  '/listen/[token]/files/[id]/spectrogram': stored,
  '/portal/events': stream,
  '/portal/files/[id]': stored,
  '/portal/files/[id]/listen': stored,
  '/portal/files/[id]/peaks': stored,
  '/portal/files/[id]/spectrogram': stored,
  '/portal/message-files/[id]': stored,
  '/portal/projects/[id]/files.zip': stored,
  '/portal/sent-files/[id]': stored,
  '/portal/uploads': upload,
  '/portal/uploads/[id]': upload,
};

/** Routes rendered by worker threads: they have a queue of their own. */
export const workerRoutes: ReadonlySet<string> = new Set<Route>([
  '/listen/[token]/files/[id]/figure.png',
  '/portal/files/[id]/figure.png',
  '/portal/files/[id]/receipt.pdf',
  '/portal/files/[id]/report.pdf',
  '/portal/invoices/[id]/pdf',
  '/portal/projects/[id]/delivery.pdf',
]);

/** Small pictures, which a page of hundreds of files requests at once. */
const pictureRoutes: ReadonlySet<string> = new Set<Route>([
  '/listen/[token]/files/[id]/figure.svg',
  '/portal/files/[id]/figure.svg',
]);

/** The queue of a route. `most` is how many requests one person may have open at once under the name `counted`. */
export type Turn = { readonly queue: 'pages' | 'drawn'; readonly counted: string; readonly most: number };

/** Returns the queue of a route; null if its requests are not queued. */
export function routeQueueOf(route: string): Turn | null {
  if (Object.hasOwn(unqueuedRoutes, route)) return null;
  if (pictureRoutes.has(route)) return { queue: 'pages', counted: 'pictures', most: 500 };
  if (workerRoutes.has(route)) return { queue: 'drawn', counted: 'drawn', most: 50 };
  return { queue: 'pages', counted: 'pages', most: 50 };
}
