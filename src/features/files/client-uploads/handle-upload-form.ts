import project from '#content/project.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { v7 as uuidv7, validate } from 'uuid';
import words from '#content/system.yaml';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { commitStored, fileStoreOf } from '../store/file-store.ts';
import { addClientUpload } from './client-uploads.ts';
import { reserveUploadSpace, type SpaceOutcome } from './client-upload-space.ts';
import { allOrNothing } from '#src/platform/database/all-or-nothing.ts';
import { longest, requiredText } from '#src/platform/field.schema.ts';
import { readForm } from '#src/platform/http/read-form.ts';
import type { Services } from '#src/platform/services/services.ts';
import { destinations } from '../uploads/upload-destinations.ts';
import { hasRoomFor, uploadStoreOf } from '../uploads/upload-store.ts';

const { unsent } = project.sent;

/** Why the files of a form were refused; `project`: the project is not the sender's. */
export type FormRefusal = keyof typeof unsent | 'project';

/** Adds the reason to the URL of the project page. */
const formRefusalParameter = 'unsent';

/** Returns the form refusal in a URL; null if there is none. */
export function formRefusalIn({ searchParams }: URL): RefusedAction | null {
  const reason = searchParams.get(formRefusalParameter) ?? '';
  if (!Object.hasOwn(unsent, reason)) return null;
  const error = unsent[reason as keyof typeof unsent];
  return { action: 'send-files', entries: {}, status: 422, error, errors: {} };
}

/** The size limit of a form, which is held in memory. */
export const largestFormBytes = 16_000_000;

/** How many forms of one person are read at once, since they are held in memory. */
const mostForms = 2;

/** The number of forms being read in this process, by sender. */
const underWay = new WeakMap<Services, Map<string, number>>();

/** Runs `work`; returns null without running it if this person sends too many forms at once. */
export async function oneOfFew<Result>(
  services: Services,
  { id }: Person,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const forms = underWay.get(services) ?? new Map<string, number>();
  underWay.set(services, forms);
  const others = forms.get(id) ?? 0;
  if (others >= mostForms) return null;
  forms.set(id, others + 1);
  try {
    return await work();
  } finally {
    const left = (forms.get(id) ?? 0) - 1;
    if (left > 0) forms.set(id, left);
    else forms.delete(id);
  }
}

/** Returns true for a form, false for a tus upload. */
export const isForm = ({ headers }: Request): boolean =>
  /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');

type Sent = { readonly services: Services; readonly person: Person };

/** Where the files of a form go: the project, and the request that they answer. */
type FormTarget = { readonly projectId: string; readonly requestId: string | null };

/** Adds one file of a form to the inbox; returns the reason if it is refused. */
async function sendFile(
  services: Services,
  client: Person,
  { projectId, requestId }: FormTarget,
  file: File,
): Promise<FormRefusal | null> {
  const { db, config, clock } = services;
  if (!requiredText(longest.name).safeParse(file.name).success) return 'name';
  if (!(await hasRoomFor(services, await uploadStoreOf(services), file.size))) return 'room';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const store = fileStoreOf(config);
  const stored = await store.store({ bytes }, file.name);
  const id = uuidv7();
  const commit = () =>
    allOrNothing(db, async (tx): Promise<SpaceOutcome> => {
      const upload = { uploadId: id, projectId, sizeBytes: file.size, now: clock.now() };
      const reserved = await reserveUploadSpace(tx, client, upload);
      if (reserved.ok)
        await addClientUpload(tx, services, client, { id, projectId, requestId, name: file.name, stored });
      return reserved;
    });
  const isNamed = () => destinations.inbox.hasBytes(db, stored.storageKey);
  const sent = await commitStored(store, stored.storageKey, { commit, isNamed });
  return sent.ok ? null : sent.reason;
}

async function sendAll(services: Services, client: Person, target: FormTarget, files: readonly File[]) {
  for (const file of files) {
    const reason = await sendFile(services, client, target, file);
    if (reason !== null) return reason;
  }
  return files.length === 0 ? 'none' : null;
}

/**
 * Handles the upload form of browsers without scripts: stores its files until one is refused, then redirects to the
 * project's page, which shows the reason. 404 if the project is not this client's, 429 if they send several forms at
 * once.
 */
export async function handleUploadForm(request: Request, sent: Sent): Promise<Response> {
  const { services, person } = sent;
  const answer = await oneOfFew(services, person, () => receiveForm(request, sent));
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '5',
  };
  return answer ?? new Response(`${words.refused.tooMany}\n`, { status: 429, headers });
}

async function receiveForm(request: Request, { services, person }: Sent): Promise<Response> {
  const back = (path: string) => new Response(null, { status: 303, headers: { location: path } });
  const form = await readForm(request, largestFormBytes);
  // The project is in the URL, because an oversized form is not read.
  const said = new URL(request.url).searchParams.get('project') ?? '';
  if (!validate(said)) return new Response(null, { status: 404 });
  const page = `/portal/projects/${said}`;
  const refused = (reason: FormRefusal) => back(`${page}?${formRefusalParameter}=${reason}#sent-files`);
  if (form === 'too-large') return refused('size');
  const clientUploads = form === 'unreadable' ? [] : form.getAll('file');
  const files = clientUploads.filter((each) => each instanceof File && each.name !== '');
  const asked = form === 'unreadable' ? null : form.get('request');
  const requestId = typeof asked === 'string' && validate(asked) ? asked : null;
  const reason = await sendAll(services, person, { projectId: said, requestId }, files as File[]);
  if (reason === 'project') return new Response(null, { status: 404 });
  return reason === null ? back(`${page}#sent-files`) : refused(reason);
}
