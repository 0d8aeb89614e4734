import words from '#content/system.yaml';
import type { Origin } from '#src/platform/client-address.ts';
import type { FieldErrorCode } from '#src/platform/field.schema.ts';
import { parseBody, parseFileForm, type PostedFile } from '#src/platform/http/parse-body.ts';
import { bodyLimitBytes, tooLargeText } from '#src/platform/http/read-body.ts';
import { readBytes } from '#src/platform/http/read-form.ts';
import { locationOf } from '#src/platform/http/redirect-target.ts';
import { wantsJson } from '#src/platform/http/wants-json.ts';
import { asError } from '#src/platform/log.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { Session, ClientPerson, Member, Person } from '#src/features/accounts/sessions/session.ts';

/** Success messages of a page; the URL's parameter names the one to show. */
export const doneMessages = <Name extends string>(sentences: Readonly<Record<Name, string>>) => ({
  /** Redirects to this path, which shows the named message. */
  saying: (path: string, name: Name): ActionOutcome => ({ ok: true, next: `${path}?said=${name}` }),
  /** Returns the named message; undefined for an unknown name. */
  doneMessageOf: (name: string | null): string | undefined =>
    name !== null && Object.hasOwn(sentences, name) ? sentences[name as Name] : undefined,
});

export type PersonInput<Who extends Person = Person> = ActionInput & {
  /** The person who does it. */
  readonly person: Who;
};

type OfRole<Role extends Person['role']> = Extract<Person, { readonly role: Role }>;

/** Creates actions for people with these roles. Throws for anyone else: the access policy must have refused them before. */
const actionOf =
  <Role extends Person['role']>(...roles: readonly Role[]) =>
  (act: (input: PersonInput<OfRole<Role>>) => Promise<ActionOutcome>): Action =>
  (input) => {
    const person = input.session?.person;
    const isOne = (one: Person | undefined): one is OfRole<Role> => roles.some((role) => role === one?.role);
    if (!isOne(person)) throw new Error(`The access policy lets only ${roles.join(' and ')} through`);
    return act({ ...input, person });
  };

export const clientAction = actionOf('client');
export const teamAction = actionOf('team');
/** Creates an action for any signed-in person, client or team. */
export const personAction = actionOf('client', 'team');

export type ClientInput = PersonInput<ClientPerson>;
export type TeamInput = PersonInput<Member>;

type Refusal = Extract<ActionOutcome, { ok: false }>;

/** Returns the refusal of a form in which one field is invalid. */
export const fieldRefusal = (field: string, message: string, status: Refusal['status'] = 422): Refusal => ({
  ok: false,
  status,
  error: message,
  errors: [{ field, code: 'option', message }],
});

/** Returns a refusal with its status and message. */
export const refusal = (status: Refusal['status'], error: string): Refusal => ({ ok: false, status, error });

/** Returns a question to ask before the action; confirming it posts the same form again with `sure`. */
export const question = (title: string, ask: Question): Refusal => ({
  ok: false,
  status: 409,
  error: title,
  ask,
});

/** Returns true if the question before the action was confirmed. */
export const isSure = ({ sure }: ActionInput['entries']) => sure === 'yes';

export type FieldError = { readonly field: string; readonly code: FieldErrorCode; readonly message: string };

/** A question to confirm before an action; `error` holds its title. */
export type Question = {
  readonly texts: readonly string[];
  /** The label of the confirming button; it names the action. */
  readonly yes: string;
  /** True if the action deletes something. */
  readonly isDanger?: boolean;
  /** Where the answer that changes nothing leads on the page, such as the typed text; elsewhere it leaves the form. */
  readonly no?: { readonly label: string; readonly href: string };
  /** A second way to confirm, which posts one more field. */
  readonly other?: { readonly label: string; readonly field: string; readonly value: string };
};

/** The outcome of an action: where to redirect, or its error messages. */
export type ActionOutcome =
  | {
      readonly ok: true;
      readonly next?: string;
      readonly data?: Readonly<Record<string, unknown>>;
      /** Set-Cookie values. */
      readonly cookies?: readonly string[];
    }
  | {
      readonly ok: false;
      readonly status: 400 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503;
      readonly error: string;
      readonly errors?: readonly FieldError[];
      /** Not an error: the action runs once it is posted again with `sure`. */
      readonly ask?: Question;
    };

export type ActionInput = {
  readonly services: Services;
  /** Allowed by the access policy; null only for `public` and `visitor`. */
  readonly session: Session | null;
  /** Every value exactly as typed. */
  readonly entries: Readonly<Record<string, string>>;
  /** The posted files; only on a page that takes files. */
  readonly files?: readonly PostedFile[];
  /** The route's own parameters. */
  readonly params: Readonly<Record<string, string | undefined>>;
};

/** The request of a posted form, for actions that need more than its fields. */
export type PostContext = { readonly request: Request; readonly client: Origin; readonly url: URL };

export type Action = (input: ActionInput) => Promise<ActionOutcome>;

/** A refused action, for the page that shows the form again with the typed values. */
export type RefusedAction = {
  readonly action: string;
  readonly entries: Readonly<Record<string, string>>;
  readonly status: number;
  readonly error: string;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly ask?: Question | undefined;
};

/** A request as a page or endpoint receives it, with the locals that are read. */
export type RouteRequest<Local extends keyof App.Locals> = {
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: Pick<App.Locals, Local>;
};

/** A request that runs an action; a refused action is stored in its locals for the page's frame. */
export type ActionRequest = RouteRequest<'services' | 'session' | 'refused' | 'isOverLimit'>;

const { refused } = words;

/** Returns the headers of a response for one person, which no shared cache may store. */
function headersOf(outcome: ActionOutcome, location?: string): Headers {
  const headers = new Headers({ 'cache-control': 'private, no-store' });
  if (location !== undefined) headers.set('location', locationOf(location));
  if (outcome.ok) for (const cookie of outcome.cookies ?? []) headers.append('set-cookie', cookie);
  return headers;
}

async function outcomeOf(
  asked: ActionRequest,
  posted: Pick<ActionInput, 'entries' | 'files'>,
  action: Action,
): Promise<ActionOutcome> {
  const { services, session, isOverLimit } = asked.locals;
  if (isOverLimit) return { ok: false, status: 429, error: refused.tooManyWrites };
  try {
    const { entries, files = [] } = posted;
    return await action({ services, session, entries, files, params: asked.params });
  } catch (error) {
    services.log.error('action failed', {
      path: asked.url.pathname,
      error: asError(error),
    });
    return { ok: false, status: 503, error: refused.failed };
  }
}

/** Limits of a posted form that needs more than the usual ones. */
type FormLimits = {
  readonly mostFields?: number;
  /** The page takes files, with a body of at most this many bytes; its path is one of a feature's `uploads`. */
  readonly filesBytes?: number;
  /** The error of a larger body. */
  readonly tooLarge?: string;
};

/** Reads a posted form, at most 256 kB of it, or as much as a page with files allows. */
async function readPosted(
  request: Request,
  { mostFields, filesBytes, tooLarge = tooLargeText }: FormLimits,
): Promise<({ ok: true } & Pick<ActionInput, 'entries' | 'files'>) | (ActionOutcome & { ok: false })> {
  const bytes = await readBytes(request, filesBytes ?? bodyLimitBytes);
  if (bytes === null) return { ok: false, status: 413, error: tooLarge };
  if (bytes.length === 0) return { ok: true, entries: {} };
  const type = request.headers.get('content-type') ?? '';
  const body = Buffer.from(bytes);
  const parsed = filesBytes === undefined ? parseBody(type, body, mostFields) : parseFileForm(type, body);
  if (parsed.ok) return parsed;
  return { ok: false, status: parsed.reason === 'malformed' ? 400 : 415, error: refused.unreadable };
}

/**
 * Runs the action that a `POST …?do=<action>` names. Returns a Response (303 to the next page, or JSON if that is asked for), or
 * the refused action for the page to show; null if the request is no POST. The middleware has asked the access policy before.
 */
export async function runAction(
  asked: ActionRequest,
  actions: Readonly<Record<string, Action>>,
  limits: FormLimits = {},
): Promise<Response | RefusedAction | null> {
  const { request, url } = asked;
  if (request.method !== 'POST') return null;
  const name = url.searchParams.get('do') ?? '';
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  const posted = await readPosted(request, limits);
  const entries = posted.ok ? posted.entries : {};
  const outcome: ActionOutcome =
    action === undefined
      ? { ok: false, status: 404, error: refused.unknown }
      : posted.ok
        ? await outcomeOf(asked, posted, action)
        : posted;
  if (wantsJson(request.headers.get('accept'))) return jsonOf(outcome, url);
  if (outcome.ok) {
    return new Response(null, { status: 303, headers: headersOf(outcome, outcome.next ?? url.pathname) });
  }
  const errors = Object.fromEntries((outcome.errors ?? []).map(({ field, message }) => [field, message]));
  const { error, ask } = outcome;
  // A question is not an error.
  const status = ask ? 200 : outcome.status;
  asked.locals.refused = { action: name, entries, status, error, errors, ask };
  return asked.locals.refused;
}

function jsonOf(outcome: ActionOutcome, url: URL): Response {
  if (outcome.ok) {
    const body = { ok: true, next: outcome.next ?? url.pathname, ...outcome.data };
    return Response.json(body, { headers: headersOf(outcome) });
  }
  const { status, error, errors = [], ask } = outcome;
  return Response.json({ error, errors, ask }, { status, headers: headersOf(outcome) });
}
