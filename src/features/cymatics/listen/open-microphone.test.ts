import { afterEach, describe, expect, test, vi } from 'vitest';
import { openMicrophone, type ListeningPlace } from './open-microphone.ts';
import type { PitchFrame } from './pitch.ts';

/** Creates a fake microphone, context and worklet node that record their state. */
function createPlace() {
  const track = Object.assign(new EventTarget(), { stop: vi.fn() });
  const stream = { getTracks: () => [track] } as unknown as MediaStream;
  const port = Object.assign(new EventTarget(), {
    start: vi.fn(),
    close: vi.fn(),
    postMessage: vi.fn(() =>
      queueMicrotask(() => port.dispatchEvent(new MessageEvent('message', { data: 'ended' }))),
    ),
  });
  const node = Object.assign(new EventTarget(), {
    port,
    connect: vi.fn((target: unknown) => target),
    disconnect: vi.fn(),
  });
  const source = { connect: vi.fn((target: unknown) => target), disconnect: vi.fn() };
  const destination = {};
  const analyser = {};
  const context = Object.assign(new EventTarget(), {
    state: 'running',
    destination,
    resume: vi.fn(() => Promise.resolve()),
    close: vi.fn(() => Promise.resolve()),
    audioWorklet: { addModule: vi.fn(() => Promise.resolve()) },
    createMediaStreamSource: vi.fn(() => source),
    createAnalyser: () => analyser,
  });
  const media = { getUserMedia: vi.fn(() => Promise.resolve(stream)) };
  const page = Object.assign(new EventTarget(), { hidden: false });
  const scope = new AbortController();
  const stopped: string[] = [];
  const frames: PitchFrame[] = [];
  const place: ListeningPlace = {
    page: page as unknown as Document,
    media,
    createContext: () => context as unknown as AudioContext,
    createNode: () => node as unknown as AudioWorkletNode,
    workletUrl: '/pitch.js',
  };
  const open = (other: Partial<ListeningPlace> = {}) =>
    openMicrophone(
      { ...place, ...other },
      {
        signal: scope.signal,
        onFrame: (frame) => frames.push(frame),
        onStop: (reason) => stopped.push(reason),
      },
    );
  return { open, scope, stopped, frames, track, stream, port, node, source, context, media, page, analyser };
}

const named = (name: string) => Object.assign(new Error(name), { name });

afterEach(() => void vi.useRealTimers());

describe('a microphone that is allowed', () => {
  test('is asked for without echo cancellation, noise suppression and gain control', async () => {
    const { open, media } = createPlace();
    expect(await open()).toEqual({ ok: true });
    expect(media.getUserMedia).toHaveBeenCalledExactlyOnceWith({
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 },
    });
  });

  test('goes into the worklet and an analyser, never to the loudspeaker', async () => {
    const { open, source, node, analyser } = createPlace();
    await open();
    expect(source.connect.mock.calls).toEqual([[node]]);
    expect(node.connect.mock.calls).toEqual([[analyser]]);
  });

  test('passes on the pitch frames of the worklet until it is released', async () => {
    const { open, scope, port, frames } = createPlace();
    await open();
    port.dispatchEvent(new MessageEvent('message', { data: { hz: 440 } }));
    scope.abort();
    port.dispatchEvent(new MessageEvent('message', { data: { hz: 220 } }));
    expect(frames).toEqual([{ hz: 440 }]);
  });

  test('is released with its context and every listener', async () => {
    const { open, scope, track, context, source, node, port } = createPlace();
    await open();
    scope.abort();
    for (const end of [track.stop, source.disconnect]) expect(end).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(context.close).toHaveBeenCalledOnce(), 20_000);
    for (const end of [node.disconnect, port.close]) expect(end).toHaveBeenCalledOnce();
  });

  test('ends its worklet before its context is closed, which is closed even if the worklet does not answer', async () => {
    vi.useFakeTimers();
    const { open, scope, port, context } = createPlace();
    port.postMessage.mockReturnValue(undefined);
    await open();
    scope.abort();
    await vi.advanceTimersByTimeAsync(199);
    expect(port.postMessage).toHaveBeenCalledOnce();
    expect(context.close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(context.close).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is released at once if it is allowed after listening was cancelled', async () => {
    const { open, scope, media, stream, track, context } = createPlace();
    const answer = Promise.withResolvers<MediaStream>();
    media.getUserMedia.mockReturnValue(answer.promise);
    const outcome = open();
    scope.abort();
    answer.resolve(stream);
    expect(await outcome).toEqual({ ok: false, reason: 'failed' });
    expect(track.stop).toHaveBeenCalled();
    expect(context.close).toHaveBeenCalledOnce();
    expect(context.createMediaStreamSource).not.toHaveBeenCalled();
  });
});

describe('what may be missing', () => {
  test.each<[string, Partial<ListeningPlace>]>([
    ['a microphone interface', { media: undefined }],
    ['worklets', { createContext: () => null }],
  ])('%s: unsupported, and nobody is asked', async (_, missing) => {
    const { open, media } = createPlace();
    expect(await open(missing)).toEqual({ ok: false, reason: 'unsupported' });
    expect(media.getUserMedia).not.toHaveBeenCalled();
  });

  test.each([
    ['NotAllowedError', 'refused'],
    ['SecurityError', 'refused'],
    ['NotFoundError', 'no-microphone'],
    ['OverconstrainedError', 'no-microphone'],
    ['NotReadableError', 'failed'],
    ['AbortError', 'failed'],
  ])('%s: %s', async (name, reason) => {
    const { open, media } = createPlace();
    media.getUserMedia.mockRejectedValue(named(name));
    expect(await open()).toEqual({ ok: false, reason });
  });

  test('the worklet: failed, and a microphone that is allowed later is released', async () => {
    const { open, scope, context, media, stream, track } = createPlace();
    const answer = Promise.withResolvers<MediaStream>();
    media.getUserMedia.mockReturnValue(answer.promise);
    context.audioWorklet.addModule.mockRejectedValue(named('AbortError'));
    expect(await open()).toEqual({ ok: false, reason: 'failed' });
    scope.abort();
    answer.resolve(stream);
    await answer.promise;
    await vi.waitFor(() => expect(track.stop).toHaveBeenCalledOnce(), 20_000);
  });

  test('the audio clock: failed after two seconds, not before', async () => {
    // Timers of other tests in this process are not counted.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { open, context } = createPlace();
    context.resume.mockReturnValue(new Promise(() => undefined));
    const outcomes: unknown[] = [];
    void open().then((outcome) => outcomes.push(outcome));
    await vi.advanceTimersByTimeAsync(1999);
    expect(outcomes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(outcomes).toEqual([{ ok: false, reason: 'failed' }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('what may end it half-way', () => {
  test.each<[string, string, (place: ReturnType<typeof createPlace>) => void]>([
    ['an unplugged microphone', 'failed', ({ track }) => track.dispatchEvent(new Event('ended'))],
    ['a worklet that throws', 'failed', ({ node }) => node.dispatchEvent(new Event('processorerror'))],
    [
      'a context that stops',
      'failed',
      ({ context }) => {
        context.state = 'interrupted';
        context.dispatchEvent(new Event('statechange'));
      },
    ],
    [
      'a hidden page',
      'ended',
      ({ page }) => {
        page.hidden = true;
        page.dispatchEvent(new Event('visibilitychange'));
      },
    ],
  ])('%s: %s', async (_, reason, happen) => {
    const place = createPlace();
    await place.open();
    happen(place);
    expect(place.stopped).toEqual([reason]);
  });
});
