import { frameAt, frameCodeOf, momentOfFrame } from '#src/features/files/measurements/frame-code.ts';
import type { Playback } from './review-playback.client.ts';

/** Reports a video without a picture, and falls back to the sound alone if the video fails during playback. */
function wireFailures(player: HTMLElement, video: HTMLVideoElement): void {
  const message = player.querySelector<HTMLElement>('[data-failed]');
  const showMessage = (text = '') => {
    if (message) message.textContent = text;
  };
  const sources = [...video.querySelectorAll('source')];
  const [original, sound] = sources;

  function showPicture(): void {
    const hasPicture = video.videoWidth > 0;
    player.toggleAttribute('data-no-picture', !hasPicture);
    showMessage(hasPicture ? '' : video.dataset['noPicture']);
  }
  const fail = () => showMessage(message?.dataset['failed']);

  function handleError({ target }: Event): void {
    // If one source fails, the browser tries the next one by itself.
    if (target !== video) return target === sources.at(-1) ? fail() : undefined;
    if (!sound || !original || video.currentSrc !== original.src) return fail();
    const { currentTime } = video;
    video.src = sound.src;
    video.currentTime = currentTime;
  }

  video.addEventListener('loadedmetadata', showPicture);
  video.addEventListener('error', handleError, true);
  // Handles events from before this script was loaded.
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) showPicture();
  if (video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) fail();
}

/** Offers full screen, which uses the browser's own controls. */
function wireFullScreen(player: HTMLElement, video: HTMLVideoElement): void {
  const button = player.querySelector<HTMLElement>('[data-full-screen]');
  if (!button || !document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener('click', () => void video.requestFullscreen().catch(() => undefined));
  video.addEventListener('fullscreenchange', () => (video.controls = document.fullscreenElement === video));
}

/**
 * Shows the time code of a video and steps through its frames. Returns the function to call whenever the position
 * changes.
 */
export function wireVideo(player: HTMLElement, video: HTMLVideoElement, playback: Playback): () => void {
  const tools = player.querySelector<HTMLElement>('[data-video-tools]');
  const code = player.querySelector<HTMLElement>('[data-frame-code]');
  const rate = Number(code?.dataset['frameCode'] ?? 0);
  wireFailures(player, video);
  if (!tools) return () => undefined;
  tools.hidden = false;
  if (code) code.hidden = false;
  wireFullScreen(player, video);
  video.addEventListener('click', () => {
    if (!video.controls) player.querySelector<HTMLElement>('[data-play]')?.click();
  });
  tools.addEventListener('click', (event) => {
    const step = (event.target as Element).closest<HTMLElement>('[data-frame]')?.dataset['frame'];
    if (!step) return;
    video.pause();
    playback.seek(momentOfFrame(Math.max(0, frameAt(video.currentTime, rate) + Number(step)), rate));
  });
  const follow = () => {
    const shown = code?.lastElementChild;
    if (shown) shown.textContent = frameCodeOf(frameAt(video.currentTime, rate), rate);
  };
  follow();
  return follow;
}
