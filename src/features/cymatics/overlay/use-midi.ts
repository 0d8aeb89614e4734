import { useCallback, useEffect, useRef, useState } from 'react';
import type { Instrument } from './instrument.ts';
import { notes, type Note } from '#src/studio/notes.ts';
import { isPermissionDenied } from '../listen/open-microphone.ts';

type MidiOutcome = { ok: true } | { ok: false; reason: 'unsupported' | 'refused' | 'failed' };

interface MidiInputOptions {
  /** A key of any octave and channel was pressed. Called once per key, also if two keys fold to the same note. */
  onPress(note: Note): void;
  /** The last of the keys that fold to this note was released, or its device disconnected. */
  onRelease(note: Note): void;
  /** The names of the connected devices, at the start and whenever one changes. */
  onDevices(names: readonly string[]): void;
  requestAccess?: (() => Promise<MIDIAccess>) | undefined;
}

interface MidiInput {
  /**
   * Requests MIDI without system-exclusive messages, and listens to every device. No device is a success, since one may
   * be plugged in later. "failed" if every device refuses, and if disposed while the browser's prompt is open. Call it
   * once, and again only after it did not succeed.
   */
  start(): Promise<MidiOutcome>;
  /** Releases held notes and closes every device. */
  dispose(): void;
}

interface Device {
  readonly port: MIDIInput;
  readonly listening: AbortController;
  isOpen: boolean;
}

const browserAccess = (): (() => Promise<MIDIAccess>) | undefined =>
  'requestMIDIAccess' in navigator ? async () => navigator.requestMIDIAccess({ sysex: false }) : undefined;

const reasonOf = (error: unknown): 'unsupported' | 'refused' | 'failed' => {
  if (isPermissionDenied(error)) return 'refused';
  return error instanceof Error && error.name === 'NotSupportedError' ? 'unsupported' : 'failed';
};

/** Tracks pressed keys by "device/channel/key", and calls back for their notes. */
function createHeldKeys({ onPress, onRelease }: Pick<MidiInputOptions, 'onPress' | 'onRelease'>) {
  const held = new Map<string, Note>();
  const release = (id: string) => {
    const note = held.get(id);
    if (!held.delete(id) || !note || [...held.values()].includes(note)) return;
    onRelease(note);
  };
  const releaseAll = (prefix: string) => {
    for (const id of held.keys()) if (id.startsWith(prefix)) release(id);
  };
  return {
    releaseAll,
    /** Handles a MIDI message. Anything but note-on, note-off and "all notes off" is ignored. */
    take: (device: string, data: Uint8Array | null) => {
      const [status = 0, key = 0, value = 0] = data ?? [];
      if (data?.length !== 3 || key > 127 || value > 127) return;
      const channel = `${device}/${status & 15}/`;
      const kind = status >> 4;
      const note = notes[key % 12];
      if (kind === 9 && value > 0 && note) {
        held.set(channel + key, note);
        onPress(note);
      } else if (kind === 8 || kind === 9) release(channel + key);
      // Controllers 120 and 123 to 127 end every note of the channel.
      else if (kind === 11 && (key === 120 || key >= 123)) releaseAll(channel);
    },
  };
}

/** Tracks the devices of a MIDI access: opens each as it appears and forgets it as it disconnects. */
function createDevices(access: MIDIAccess, options: MidiInputOptions) {
  const keys = createHeldKeys(options);
  const devices = new Map<string, Device>();
  const end = new AbortController();

  const report = () => {
    if (end.signal.aborted) return;
    const open = [...devices.values()].filter(({ isOpen }) => isOpen);
    options.onDevices(open.map(({ port }) => port.name ?? 'MIDI'));
  };
  const drop = (device: Device) => {
    devices.delete(device.port.id);
    device.listening.abort();
    keys.releaseAll(`${device.port.id}/`);
    // A disconnected device may refuse to be closed.
    device.port.close().catch(() => undefined);
  };
  const connect = async (port: MIDIInput) => {
    const device: Device = { port, listening: new AbortController(), isOpen: false };
    const { signal } = device.listening;
    devices.set(port.id, device);
    try {
      port.addEventListener('midimessage', ({ data }) => keys.take(port.id, data), { signal });
      await port.open();
      device.isOpen = true;
      // Unplugged or disposed while it opened.
      if (!devices.has(port.id)) await port.close();
    } catch {
      // Another program may use the device; plugging it in again retries.
      device.listening.abort();
    }
  };
  const update = async () => {
    if (end.signal.aborted) return;
    const present = [...access.inputs.values()].filter(({ state }) => state === 'connected');
    for (const device of devices.values()) if (!present.includes(device.port)) drop(device);
    await Promise.all(present.filter(({ id }) => !devices.has(id)).map(connect));
    report();
  };
  access.addEventListener('statechange', () => void update(), { signal: end.signal });
  return {
    update,
    isUseless: () => devices.size > 0 && [...devices.values()].every(({ isOpen }) => !isOpen),
    dispose: () => {
      end.abort();
      for (const device of devices.values()) drop(device);
    },
  };
}

/**
 * Creates an input for MIDI keyboards of any size, whose octaves fold to the twelve notes. The browser is not asked
 * before `start`.
 */
export function createMidiInput(options: MidiInputOptions): MidiInput {
  let devices: ReturnType<typeof createDevices> | undefined;
  let isDisposed = false;
  const dispose = () => devices?.dispose();

  return {
    start: async () => {
      const request = options.requestAccess ?? browserAccess();
      if (!request) return { ok: false, reason: 'unsupported' };
      try {
        const access = await request();
        if (!isDisposed) {
          devices = createDevices(access, options);
          await devices.update();
          if (!isDisposed && !devices.isUseless()) return { ok: true };
        }
        dispose();
        return { ok: false, reason: 'failed' };
      } catch (error) {
        dispose();
        return { ok: false, reason: reasonOf(error) };
      }
    },
    dispose: () => {
      isDisposed = true;
      dispose();
    },
  };
}

type MidiProblem = Extract<MidiOutcome, { ok: false }>['reason'];

interface Midi {
  readonly status: 'off' | 'asking' | 'on';
  /** The names of the connected devices. */
  readonly devices: readonly string[];
  readonly problem: MidiProblem | null;
}

const apart: Midi = { status: 'off', devices: [], problem: null };

/** Uses MIDI keyboards: requested when the visitor chooses to, released when the overlay closes. */
export function useMidi(instrument: Instrument): Midi & { readonly toggle: () => void } {
  const [midi, setMidi] = useState(apart);
  const input = useRef<MidiInput>(undefined);
  const leave = useCallback(() => {
    input.current?.dispose();
    input.current = undefined;
  }, []);
  useEffect(() => leave, [leave]);

  const connect = async () => {
    const asked = createMidiInput({
      onPress: (note) => instrument.press(`midi ${note.id}`, note, 'remote'),
      onRelease: (note) => instrument.release(`midi ${note.id}`),
      onDevices: (devices) => setMidi({ status: 'on', devices, problem: null }),
    });
    input.current = asked;
    setMidi({ ...apart, status: 'asking' });
    const outcome = await asked.start();
    // Disposed while the browser's prompt was open, or connected.
    if (input.current !== asked || outcome.ok) return;
    leave();
    setMidi({ ...apart, problem: outcome.reason });
  };
  const toggle = () => {
    if (!input.current) {
      void connect();
      return;
    }
    leave();
    setMidi(apart);
  };
  return { ...midi, toggle };
}
