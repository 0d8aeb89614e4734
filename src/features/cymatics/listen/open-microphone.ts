import type { PitchFrame } from './pitch.ts';
import { default as pitchWorkletUrl } from './pitch.worklet.ts?worker&url';
import { withTimeout } from '#src/platform/with-timeout.ts';
import type { Note } from '#src/studio/notes.ts';
import { createHold, type Heard } from './hold.ts';

export interface NoteListener {
  /** Asks for the microphone and listens until `dispose`. Once per listener, inside a gesture. */
  start(): Promise<ListenOutcome>;
  /** Lets go of the microphone, its context and every listener, also while `start` still waits. */
  dispose(): void;
}

interface Options extends Partial<ListeningPlace> {
  /** Called before a paint with the newest that was heard, and before every activation. */
  readonly onHeard: (heard: Heard) => void;
  /** A note was held for 0.75 s; once a breath. */
  readonly onActivate: (note: Note) => void;
  /** It stopped by itself and holds nothing any more: the page was hidden, or the microphone went or something broke. */
  readonly onStop: (reason: 'ended' | 'failed') => void;
}

/** Listens to the microphone for held notes: sung, hummed, whistled or played. */
export function createNoteListener({ onHeard, onActivate, onStop, ...place }: Options): NoteListener {
  const scope = new AbortController();
  const dispose = () => scope.abort();
  const follow = createHold();
  let newest: Heard | undefined;
  // A page that is late gets a hundred frames a second in bursts; it has to draw the last of them only.
  const tell = () => {
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
            if (!newest) requestAnimationFrame(tell);
            newest = heard;
            if (!activated) return;
            tell();
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

/** The parts of the browser that listening needs; the defaults are the browser's own. */
export interface ListeningPlace {
  readonly page: Document;
  /** Missing on a page that did not come over a safe connection. */
  readonly media: Pick<MediaDevices, 'getUserMedia'> | undefined;
  /** Null where the browser has no worklets. */
  readonly createContext: () => AudioContext | null;
  readonly createNode: (context: AudioContext) => AudioWorkletNode;
  readonly workletUrl: string;
}

/** The page's own surroundings. */
export const placeOfPage = (): ListeningPlace => ({
  page: document,
  media: navigator.mediaDevices,
  createContext: () => ('AudioWorkletNode' in globalThis ? new AudioContext() : null),
  createNode: (context) => new AudioWorkletNode(context, 'pitch', { numberOfInputs: 1 }),
  workletUrl: pitchWorkletUrl,
});

interface Listening {
  /** Aborting it lets go of everything, also of a microphone that is only then allowed. */
  readonly signal: AbortSignal;
  readonly onFrame: (frame: PitchFrame) => void;
  /** The page was hidden; or the microphone went or something broke. The owner aborts. */
  readonly onStop: (reason: 'ended' | 'failed') => void;
}

/** The sound as it is: a browser's noise suppression takes held notes for noise. */
const constraints: MediaStreamConstraints = {
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 },
};
/** `resume()` may stay pending for ever. */
const resumeMs = 2000;
/** A worklet answers its end within a block of samples, if its clock runs at all. */
const endMs = 200;

/** Returns true if a browser refused access because the visitor or a policy denied it. */
export const isPermissionDenied = (error: unknown): boolean =>
  error instanceof Error && /^(NotAllowed|Security)Error$/.test(error.name);

function reasonOf(error: unknown): 'refused' | 'no-microphone' | 'failed' {
  if (isPermissionDenied(error)) return 'refused';
  const name = error instanceof Error ? error.name : '';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'no-microphone' : 'failed';
}

/** Resolves when the context's clock runs; rejects when it does not within `resumeMs`. */
const running = (context: AudioContext) =>
  withTimeout(context.resume(), resumeMs, () => new Error('The audio clock stands still'));

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

/** Ends the worklet. Chromium keeps a context for ever whose worklet still ran when it was closed. */
async function endWorklet({ port }: AudioWorkletNode): Promise<void> {
  const ended = new Promise((resolve) => port.addEventListener('message', resolve, { once: true }));
  port.postMessage('end');
  await withTimeout(ended, endMs);
}

/** Leads the stream through the worklet; returns what ends that. */
function connect(
  stream: MediaStream,
  context: AudioContext,
  place: ListeningPlace,
  { signal, onFrame, onStop }: Listening,
): () => Promise<void> {
  const source = context.createMediaStreamSource(stream);
  const node = place.createNode(context);
  // Some engines run only what leads somewhere; an analyser is somewhere, and makes no sound.
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
 * Asks for the microphone and hears its pitch. Sound goes from the microphone into a worklet and nowhere else: nothing
 * is played, kept or sent. Call it inside a gesture: the context starts there.
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
    // While the visitor reads the browser's question, the worklet loads.
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
