import { open, rm, type FileHandle } from 'node:fs/promises';
import { scratchPathIn, withLocalCopy } from '#src/features/files/store/local-copy.ts';
import type { SoundContainer } from '#src/audio/sound-format.ts';
import { waveBytesOf, wavHeader, type WaveSound } from '#src/audio/wav-header.ts';
import { writeSamples } from '#src/audio/write-samples.ts';
import { asDrained, type Drained } from '#src/platform/http/serve-bytes.ts';
import { streamPieces } from '#src/platform/http/stream-pieces.ts';
import { createSerialQueues } from '#src/platform/serial-queues.ts';
import type { Services } from '#src/platform/services/services.ts';
import { cueChunks, type HeldCues, type Marker } from './marker-files.ts';

type WaveServices = Pick<Services, 'config' | 'log' | 'stopping'>;

/** A measured sound, and the lossless file it can be decoded from. */
export type DecodedSound = WaveSound & {
  readonly storageKey: string;
  readonly container: SoundContainer;
  /** The file's existing cues, if it is a WAV file. */
  readonly held?: HeldCues | undefined;
};

const pieceBytes = 256 * 1024;
/** Maximum number of open copies, in total and per person: each uses disk space until it has been read. */
const [mostOpen, mostOpenOfOne] = [6, 2];

const createPlaces = () => ({
  inLine: createSerialQueues(Infinity),
  open: new Set<{ readonly asker: string }>(),
});

/** The open copies of each installation; one sound is decoded at a time. */
const placesOf = new WeakMap<WaveServices, ReturnType<typeof createPlaces>>();

function findPlaces(services: WaveServices) {
  const places = placesOf.get(services) ?? createPlaces();
  placesOf.set(services, places);
  return places;
}

/** A repeating event; `next` resolves with its next occurrence. */
function createBell() {
  let next = Promise.withResolvers<void>();
  const ring = () => {
    next.resolve();
    next = Promise.withResolvers();
  };
  return { next: () => next.promise, ring };
}

/**
 * Yields the first `sizeBytes` bytes of a file that is still being written, as they become available. Throws if the
 * file ends before that.
 */
async function* growingPieces(
  handle: FileHandle,
  sizeBytes: number,
  writing: { readonly more: () => Promise<void>; readonly isOver: () => boolean },
) {
  for (let at = 0; at < sizeBytes;) {
    const [more, isOver] = [writing.more(), writing.isOver()];
    const length = Math.min(pieceBytes, sizeBytes - at);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
    at += bytesRead;
    if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
    else if (isOver) throw new Error('The sound is shorter than it was measured');
    else await more;
  }
}

/** Decodes a sound into a local file, after earlier requests. */
function decodeInto(services: WaveServices, sound: DecodedSound, path: string, signal: AbortSignal) {
  const bell = createBell();
  let isOver = false;
  const { container, samples } = sound;
  const task = { container, samples, writeTo: path, sizeBytes: waveBytesOf(sound) };
  const decode = (from: string) => writeSamples({ ...task, path: from }, { onMore: bell.ring, signal });
  const over = findPlaces(services)
    .inLine('copies', async () => {
      signal.throwIfAborted();
      await withLocalCopy(services, sound.storageKey, signal, decode);
    })
    .catch((error: Error) => {
      if (!signal.aborted) services.log.warn('a WAV copy was not made', { error });
    })
    .finally(() => {
      isOver = true;
      bell.ring();
    });
  // It may still be queued.
  signal.addEventListener('abort', bell.ring, { once: true });
  return { more: bell.next, isOver: () => isOver || signal.aborted, over };
}

async function* waveOf(head: Buffer, samples: AsyncGenerator<Buffer>, behind: readonly Buffer[]) {
  yield head;
  yield* samples;
  yield* behind.filter(({ length }) => length > 0);
}

/** The bytes before and after the samples. */
function partsOf(sound: DecodedSound, markers: readonly Marker[]) {
  const behind = [Buffer.alloc(waveBytesOf(sound) % 2), cueChunks(markers, sound.rateHz, sound.held)];
  const behindBytes = behind.reduce((sum, { length }) => sum + length, 0);
  const head = wavHeader(sound, behindBytes);
  return { head, behind, sizeBytes: head.length + waveBytesOf(sound) + behindBytes };
}

/** Returns the size of a sound's WAV copy with these markers. */
export const decodedWaveBytes = (sound: DecodedSound, markers: readonly Marker[]): number =>
  partsOf(sound, markers).sizeBytes;

/**
 * Streams a sound as a WAV file with markers after its samples. It is decoded in a thread into a file, which is sent
 * while it grows and deleted once the stream is read or cancelled. Returns null if this person, or all together, have
 * too many open. Throws if the disk is full.
 */
export async function decodedWave(
  services: WaveServices,
  { sound, markers, asker }: { sound: DecodedSound; markers: readonly Marker[]; asker: string },
  drained: Drained = () => Promise.resolve(),
): Promise<{ readonly stream: ReadableStream; readonly sizeBytes: number } | null> {
  const places = findPlaces(services);
  const ofOne = [...places.open].filter((each) => each.asker === asker);
  if (places.open.size >= mostOpen || ofOne.length >= mostOpenOfOne) return null;
  const place = { asker };
  places.open.add(place);
  try {
    const { head, behind, sizeBytes } = partsOf(sound, markers);
    const path = await scratchPathIn(services.config, waveBytesOf(sound));
    const handle = await open(path, 'wx+', 0o600);
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, services.stopping]);
    const writing = decodeInto(services, sound, path, signal);
    const samples = asDrained(growingPieces(handle, waveBytesOf(sound), writing), drained);
    const giveUp = () => ended.abort(new Error('Nobody reads the copy any more'));
    const close = async () => {
      giveUp();
      await writing.over;
      await handle.close();
      await rm(path, { force: true });
      places.open.delete(place);
    };
    return { stream: streamPieces(waveOf(head, samples, behind), close, giveUp), sizeBytes };
  } catch (error) {
    places.open.delete(place);
    throw error;
  }
}
