import type { RouteRequest } from '#src/features/accounts/access/action.ts';
import { requestPreview } from '#src/features/files/jobs/request-preview.ts';
import { dayMs, secondMs } from '#src/platform/durations.ts';
import { isSecure, ownCookie } from '#src/platform/http/own-cookie.ts';
import { locationOf, redirectTargetOf } from '#src/platform/http/redirect-target.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { ReviewedRecording } from './find-recording.ts';

/** The sound that a player plays: the original, or preview audio if it exists. */
export type SoundQuality = 'full' | 'light';

type Asked = Omit<RouteRequest<'services' | 'client'>, 'params'>;

const isQuality = (text: string | null): text is SoundQuality => text === 'full' || text === 'light';

const daysKept = 180;
const soundCookie = ownCookie('antinode_sound');

/** Returns the Set-Cookie value that stores the chosen quality in this browser. */
export const soundCookieOf = (quality: SoundQuality, isTls: boolean) =>
  soundCookie.set(quality, (daysKept * dayMs) / secondMs, isTls);

/**
 * Stores the quality in an address (`?sound=light`) and redirects to the address without it. Returns null if there is
 * none.
 */
export function storeSoundChoice({ request, url, locals }: Asked): Response | null {
  const chosen = url.searchParams.get('sound');
  if (request.method !== 'GET' || !isQuality(chosen)) return null;
  const shown = new URL(url);
  shown.searchParams.delete('sound');
  const location = locationOf(redirectTargetOf(shown.pathname + shown.search, url.origin, '/'));
  const cookie = soundCookieOf(chosen, isSecure(locals.services.config, locals.client));
  return new Response(null, { status: 303, headers: { location, 'set-cookie': cookie } });
}

/** Returns the quality chosen in this browser, else preview audio if the browser saves data. */
export function preferredSoundOf({ request: { headers }, locals }: Asked): SoundQuality {
  const isTls = isSecure(locals.services.config, locals.client);
  const kept = soundCookie.in(headers.get('cookie'), isTls);
  if (isQuality(kept)) return kept;
  return headers.get('save-data')?.trim().toLowerCase() === 'on' ? 'light' : 'full';
}

type MeasuredFile = Pick<ReviewedRecording, 'file' | 'measurement'>;

/**
 * Returns true if a recording can have preview audio: measured sound, but not video, whose size is mostly its picture.
 */
export const canHavePreview = ({ file, measurement }: MeasuredFile) =>
  file.kind === 'audio' && measurement?.measures != null && measurement.light?.state !== 'failed';

/** Returns the quality that is played: preview audio only if it is wanted and exists. */
export const playedSoundOf = ({ measurement }: MeasuredFile, wanted: SoundQuality): SoundQuality =>
  wanted === 'light' && measurement?.artefacts.light !== undefined ? 'light' : 'full';

/** Requests the preview audio of a recording if it is wanted, possible and not requested yet. */
export async function requestPreferredSound(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  recording: ReviewedRecording | null,
  wanted: SoundQuality,
): Promise<void> {
  if (wanted !== 'light' || !recording || !canHavePreview(recording) || recording.measurement?.light) return;
  await requestPreview(services, recording.file.sha256);
}
