import type { PitchFrame } from './pitch.ts';
import { default as pitchWorkletUrl } from './pitch.worklet.ts?worker&url';
import { withTimeout } from '#src/platform/with-timeout.ts';
import type { Note } from '#src/studio/notes.ts';
import { createHold, type Heard } from './hold.ts';

export interface NoteListener {
  /** Requests the microphone and listens until `dispose`. Call it once per listener, in a user gesture. */
  start(): Promise<ListenOutcome>;
  /** Releases the microphone, its context and every listener, also while `start` is pending. */
  dispose(): void;
}

interface Options extends Partial<ListeningPlace> {
  /** Called before a paint with the latest result, and before every activation. */
  readonly onHeard: (heard: Heard) => void;
  /** A note was held for 0.75 s; at most once a breath. */
  readonly onActivate: (note: Note) => void;
  /**
   * Listening stopped and everything is released: the page was hidden, the microphone was disconnected, or an error
   * occurred.
   */
  readonly onStop: (reason: 'ended' | 'failed') => void;
}

/** Listens to the microphone for held notes: sung, hummed, whistled or played. */
export function createNoteListener({ onHeard, onActivate, onStop, ...place }: Options): NoteListener {
  const scope = new AbortController();
  const dispose = () => scope.abort();
  const follow = createHold();
  let newest: Heard | undefined;
  // A busy page receives frames in bursts of up to a hundred a second; only the last one is drawn.
  const reportNewest = () => {
    if (newest && !scope.signal.aborted) onHeard(newest);
    newest = undefined;
  };
  return {
    async start() {
      const outcome = await openMicrophone(
        { ...placeOfPage(), ...place },
        {
          signal: scope.signal,
          onFrame(frame) {
            const { heard, activated } = follow(frame);
            if (!newest) requestAnimationFrame(reportNewest);
            newest = heard;
            if (!activated) return;
            reportNewest();
            onActivate(activated);
          },
          onStop(reason) {
            dispose();
            onStop(reason);
          },
        },
      );
      if (!outcome.ok) dispose();
      return outcome;
    },
    dispose,
  };
}

export type ListenOutcome =
  | { ok: true }
  | { ok: false; reason: 'unsupported' | 'refused' | 'no-microphone' | 'failed' };

/** The browser features that listening needs; the defaults are the browser's own. */
export interface ListeningPlace {
  readonly page: Document;
  /** Missing on a page without a secure connection. */
  readonly media: Pick<MediaDevices, 'getUserMedia'> | undefined;
  /** Null if the browser has no worklets. */
  readonly createContext: () => AudioContext | null;
  readonly createNode: (context: AudioContext) => AudioWorkletNode;
  readonly workletUrl: string;
}

/** Returns the browser's own features. */
export const placeOfPage = (): ListeningPlace => ({
  page: document,
  media: navigator.mediaDevices,
  createContext: () => ('AudioWorkletNode' in globalThis ? new AudioContext() : null),
  createNode: (context) => new AudioWorkletNode(context, 'pitch', { numberOfInputs: 1 }),
  workletUrl: pitchWorkletUrl,
});

interface Listening {
  /** Aborting it releases everything, including a microphone that is allowed later. */
  readonly signal: AbortSignal;
  readonly onFrame: (frame: PitchFrame) => void;
  /** The page was hidden, the microphone was disconnected, or an error occurred. The owner aborts. */
  readonly onStop: (reason: 'ended' | 'failed') => void;
}

/** No processing: a browser's noise suppression removes held notes. */
const constraints: MediaStreamConstraints = {
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 },
};
/** `resume()` may never settle. */
const resumeMs = 2000;
/** A worklet confirms its end within a block of samples, if its clock runs at all. */
const endMs = 200;

/** Returns true if a browser refused access because the visitor or a policy denied it. */
export const isPermissionDenied = (error: unknown): boolean =>
  error instanceof Error && /^(NotAllowed|Security)Error$/.test(error.name);

function reasonOf(error: unknown): 'refused' | 'no-microphone' | 'failed' {
  if (isPermissionDenied(error)) return 'refused';
  const name = error instanceof Error ? error.name : '';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'no-microphone' : 'failed';
}

/** Resolves when the context's clock runs; rejects after `resumeMs`. */
const running = (context: AudioContext) =>
  withTimeout(context.resume(), resumeMs, () => new Error('The audio clock does not run'));

async function streamOf(
  media: Pick<MediaDevices, 'getUserMedia'>,
  signal: AbortSignal,
): Promise<MediaStream> {
  const stream = await media.getUserMedia(constraints);
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return stream;
}

/** Ends the worklet. Chromium never frees a context that is closed while its worklet runs. */
async function endWorklet({ port }: AudioWorkletNode): Promise<void> {
  const ended = new Promise((resolve) => port.addEventListener('message', resolve, { once: true }));
  port.postMessage('end');
  await withTimeout(ended, endMs);
}

/** Connects the stream to the worklet. Returns a function that disconnects it. */
function connect(
  stream: MediaStream,
  context: AudioContext,
  place: ListeningPlace,
  { signal, onFrame, onStop }: Listening,
): () => Promise<void> {
  const source = context.createMediaStreamSource(stream);
  const node = place.createNode(context);
  // Some engines only run connected nodes; an analyser makes no sound.
  source.connect(node).connect(context.createAnalyser());
  const on = (target: EventTarget, event: string, act: (event: Event) => void) =>
    target.addEventListener(event, act, { signal });
  on(node.port, 'message', (event) => onFrame((event as MessageEvent<PitchFrame>).data));
  node.port.start();
  on(node, 'processorerror', () => onStop('failed'));
  on(context, 'statechange', () => context.state !== 'running' && onStop('failed'));
  for (const track of stream.getTracks()) on(track, 'ended', () => onStop('failed'));
  on(place.page, 'visibilitychange', () => place.page.hidden && onStop('ended'));
  return async () => {
    source.disconnect();
    await endWorklet(node).catch(() => undefined);
    node.disconnect();
    node.port.close();
  };
}

/**
 * Requests the microphone and tracks its pitch. The sound goes only into a worklet: nothing is played, stored or sent.
 * Call it in a user gesture, in which the context starts.
 */
export async function openMicrophone(place: ListeningPlace, listening: Listening): Promise<ListenOutcome> {
  const { signal } = listening;
  try {
    const context = place.media && place.createContext();
    if (!context || !place.media) return { ok: false, reason: 'unsupported' };
    let disconnect = async (): Promise<void> => undefined;
    const close = async () => {
      await disconnect();
      await context.close().catch(() => undefined);
    };
    signal.addEventListener('abort', () => void close());
    // The worklet loads while the visitor reads the browser's prompt.
    const [stream] = await Promise.all([
      streamOf(place.media, signal),
      context.audioWorklet.addModule(place.workletUrl),
    ]);
    await running(context);
    if (signal.aborted) return { ok: false, reason: 'failed' };
    disconnect = connect(stream, context, place, listening);
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}
