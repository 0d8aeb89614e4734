import words from '#content/listening.yaml';
import { takeAction, type RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { commentDraftOf, shownFileOf } from '#src/features/review/player/review-request.ts';
import type { CommentDraft } from '#src/features/review/player/comment-form.tsx';
import {
  requestWanted,
  takeSoundChoice,
  wantedSoundOf,
  type SoundQuality,
} from '#src/features/review/player/sound-quality.ts';
import { fill } from '#src/platform/fill.ts';
import { isSecure } from '#src/platform/http/is-secure.ts';
import { wantsJson } from '#src/platform/http/wants-json.ts';
import { v4 as uuidv4 } from 'uuid';
import { enterLink, newBrowser, type Entered, type GuestRequest } from './enter-link.ts';
import { findGuestPage, type GuestPage } from './find-guest-page.ts';
import { guestActionsOf } from './guest-actions.ts';

type Shown =
  | { readonly kind: 'ended' }
  | { readonly kind: 'locked'; readonly fileId: string | null }
  | {
      readonly kind: 'open';
      readonly entered: Entered;
      readonly page: GuestPage;
      readonly draft: CommentDraft;
      readonly sound: SoundQuality;
    };

/** The content of a link's page, with its status, cookie and title. */
export type ShownToGuest = Shown & {
  readonly status: number;
  readonly refused: RefusedAction | null;
  /** The title of the page and of its preview. It names the project only if the link's maker allowed that. */
  readonly title: string;
  /** A Set-Cookie value. */
  readonly cookie: string | null;
};

const { guest: texts } = words;

const ended = {
  kind: 'ended',
  status: 404,
  refused: null,
  title: texts.title,
  cookie: null,
} as const;

/**
 * Answers a request to an open link for a file that it does not cover, such as a version that was replaced by a newer one. A
 * visitor is redirected to what the link covers now; a page that refreshes itself is answered as ended, and then reloads.
 */
function redirectToCoveredVersion(
  { request }: GuestRequest,
  fileId: string | null,
  path: string,
): Response | typeof ended {
  const isLed = request.method === 'GET' && fileId !== null && request.headers.get('x-refresh') !== 'live';
  return isLed ? new Response(null, { status: 303, headers: { location: path } }) : ended;
}

/** Answers a request to the page of a link: with what the page shows, or with the answer itself. */
export async function openGuestPage(asked: GuestRequest): Promise<Response | ShownToGuest> {
  const { request, url, locals } = asked;
  const { services, client } = locals;
  const entered = await enterLink(asked);
  if (!entered) {
    if (request.method !== 'POST' || !wantsJson(request.headers.get('accept'))) return ended;
    return Response.json({ error: texts.errors.ended, errors: [] }, { status: 404 });
  }
  const chosen = takeSoundChoice(asked);
  if (chosen) return chosen;
  const refused = await takeAction(asked, guestActionsOf(asked, entered));
  if (refused instanceof Response) return refused;
  const status = refused?.status ?? 200;
  const fileId = shownFileOf(url, refused);
  if (entered.isLocked) return { kind: 'locked', fileId, status, refused, title: texts.title, cookie: null };
  const page = await findGuestPage(services.db, services.clock.now(), entered, fileId);
  if (!page) return redirectToCoveredVersion(asked, fileId, entered.path);
  const sound = wantedSoundOf(asked);
  await requestWanted(services, page.recording, sound);
  const { link, project, path } = entered;
  const isNamed = link.namesProject && link.passwordHash === null;
  // Without it, who listens could not be told from others.
  const cookie =
    entered.browserHash === null ? newBrowser(path, isSecure(services.config, client)).cookie : null;
  return {
    kind: 'open',
    entered,
    page,
    draft: commentDraftOf(url, refused, uuidv4()),
    sound,
    status,
    refused,
    title: isNamed ? fill(texts.namedTitle, { project: project.name }) : texts.title,
    cookie,
  };
}
