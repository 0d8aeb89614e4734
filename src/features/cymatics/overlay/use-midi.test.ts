import { describe, expect, test } from 'vitest';
import { notes } from '#src/studio/notes.ts';
import { fakeMidi } from './midi-access.fixture.ts';
import { createMidiInput } from './use-midi.ts';

function inputOn(requestAccess: (() => Promise<MIDIAccess>) | undefined) {
  const heard: string[] = [];
  const devices: (readonly string[])[] = [];
  const input = createMidiInput({
    onPress: ({ id }) => heard.push(`+${id}`),
    onRelease: ({ id }) => heard.push(`-${id}`),
    onDevices: (names) => devices.push(names),
    requestAccess,
  });
  return { input, heard, devices };
}

/** Waits two tasks, as long as a device takes to open here. */
const settled = async () => {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
};

async function playing() {
  const midi = fakeMidi();
  const port = midi.plug('a');
  const made = inputOn(async () => midi.access);
  expect(await made.input.start()).toEqual({ ok: true });
  return { ...made, midi, port };
}

describe('a keyboard plays', () => {
  test('every octave and channel folds to the twelve notes', async () => {
    const { port, heard } = await playing();
    for (let key = 0; key < 128; key += 1) {
      port.send(0x90 | (key & 15), key, 64);
      port.send(0x80 | (key & 15), key, 0);
    }
    expect(heard).toEqual(
      Array.from({ length: 128 }, (_, key) => notes[key % 12]?.id).flatMap((id) => [`+${id}`, `-${id}`]),
    );
  });

  test('note-on with velocity 0 is a release', async () => {
    const { port, heard } = await playing();
    port.send(0x90, 69, 100);
    port.send(0x90, 69, 0);
    expect(heard).toEqual(['+A4', '-A4']);
  });

  test('a note held on two octaves is released with the last of them', async () => {
    const { port, heard } = await playing();
    port.send(0x90, 57, 90);
    port.send(0x90, 69, 90);
    port.send(0x80, 57, 0);
    expect(heard).toEqual(['+A4', '+A4']);
    port.send(0x80, 69, 0);
    expect(heard).toEqual(['+A4', '+A4', '-A4']);
  });

  test('a release of a key that is not down calls nothing', async () => {
    const { port, heard } = await playing();
    port.send(0x80, 69, 0);
    expect(heard).toEqual([]);
  });

  test.each([120, 123, 126])('controller %i ends the notes of its channel alone', async (controller) => {
    const { port, heard } = await playing();
    port.send(0x90, 60, 90);
    port.send(0x90, 64, 90);
    port.send(0x91, 67, 90);
    port.send(0xb0, controller, 0);
    expect(heard).toEqual(['+C4', '+E4', '+G4', '-C4', '-E4']);
  });

  test('clock, active sensing, pedals, bends and malformed messages are ignored', async () => {
    const { port, heard } = await playing();
    const others = [[0xf8], [0xfe], [0xb0, 64, 127], [0xe0, 0, 64], [0xc0, 5], [0xa0, 69, 5]];
    const malformed = [
      [],
      [0x90],
      [0x90, 69],
      [0x90, 200, 90],
      [0x90, 69, 200],
      [0x90, 69, 90, 1],
      [69, 90, 0],
    ];
    for (const message of [...others, ...malformed]) port.send(...message);
    expect(heard).toEqual([]);
  });
});

describe('devices come and go', () => {
  test('a device that is plugged in later plays, too', async () => {
    const { midi, heard, devices } = await playing();
    const later = midi.plug('b');
    await settled();
    later.send(0x90, 60, 90);
    expect(heard).toEqual(['+C4']);
    expect(devices).toEqual([['Keyboard a'], ['Keyboard a', 'Keyboard b']]);
  });

  test('unplugging a device in the middle of a note releases its notes only', async () => {
    const { midi, port, heard, devices } = await playing();
    const other = midi.plug('b');
    await settled();
    port.send(0x90, 60, 90);
    other.send(0x90, 64, 90);
    midi.unplug('a');
    expect(heard).toEqual(['+C4', '+E4', '-C4']);
    await settled();
    expect(devices.at(-1)).toEqual(['Keyboard b']);
  });

  test('a device that is plugged in again plays again', async () => {
    const { midi, heard, devices } = await playing();
    midi.unplug('a');
    midi.plug('a').send(0x90, 60, 90);
    await settled();
    expect(heard).toEqual(['+C4']);
    expect(devices.at(-1)).toEqual(['Keyboard a']);
  });

  test('no device counts as success and waits for one', async () => {
    const midi = fakeMidi();
    const { input, devices } = inputOn(async () => midi.access);
    expect(await input.start()).toEqual({ ok: true });
    expect(devices).toEqual([[]]);
  });

  test('a device that cannot be opened does not affect the others', async () => {
    const midi = fakeMidi();
    midi.plug('busy', () => Promise.reject(new DOMException('in use', 'InvalidAccessError')));
    midi.plug('free');
    const { input, devices } = inputOn(async () => midi.access);
    expect(await input.start()).toEqual({ ok: true });
    expect(devices).toEqual([['Keyboard free']]);
  });

  test('a device unplugged while it opens is closed', async () => {
    const { midi } = await playing();
    let finish = () => {};
    const slow = midi.plug('slow', () => new Promise((resolve) => (finish = resolve)));
    midi.unplug('slow');
    finish();
    await settled();
    expect(slow.connection).toBe('closed');
    expect(slow.listeners).toBe(0);
  });
});

describe('what a browser may answer', () => {
  const refusal = (name: string) => async () => Promise.reject(new DOMException('no', name));

  test.each([
    ['NotAllowedError', 'refused'],
    ['SecurityError', 'refused'],
    ['NotSupportedError', 'unsupported'],
    ['InvalidStateError', 'failed'],
  ])('%s is "%s"', async (name, reason) => {
    expect(await inputOn(refusal(name)).input.start()).toEqual({ ok: false, reason });
  });

  test('reports a browser without MIDI as unsupported', async () => {
    expect(await inputOn(undefined).input.start()).toEqual({ ok: false, reason: 'unsupported' });
  });

  test('fails and leaves nothing behind if every device fails to open', async () => {
    const midi = fakeMidi();
    midi.plug('busy', () => Promise.reject(new DOMException('in use', 'InvalidAccessError')));
    const { input } = inputOn(async () => midi.access);
    expect(await input.start()).toEqual({ ok: false, reason: 'failed' });
    expect(midi.listeners()).toBe(0);
  });

  test('can be started again after a refusal', async () => {
    const midi = fakeMidi();
    const answers = [refusal('NotAllowedError'), async () => midi.access];
    const { input } = inputOn(async () => (answers.shift() ?? refusal('AbortError'))());
    expect((await input.start()).ok).toBe(false);
    expect(await input.start()).toEqual({ ok: true });
  });
});

describe('disposed', () => {
  test('it releases what is held, closes every device and listens to nothing', async () => {
    const { input, midi, port, heard } = await playing();
    midi.plug('b');
    await settled();
    port.send(0x90, 60, 90);
    input.dispose();
    port.send(0x90, 64, 90);
    midi.plug('c');
    await settled();
    expect(heard).toEqual(['+C4', '-C4']);
    expect(midi.listeners()).toBe(0);
    expect(midi.openPorts()).toBe(0);
  });

  test('while the browser asks, it never listens', async () => {
    const midi = fakeMidi();
    const port = midi.plug('a');
    let grant = (_access: MIDIAccess) => {};
    const { input, devices } = inputOn(() => new Promise((resolve) => (grant = resolve)));
    const outcome = input.start();
    input.dispose();
    grant(midi.access);
    expect(await outcome).toEqual({ ok: false, reason: 'failed' });
    expect([midi.listeners(), port.connection, devices]).toEqual([0, 'closed', []]);
  });

  test('while a device opens, it closes it again', async () => {
    const midi = fakeMidi();
    let finish = () => {};
    midi.plug('a', () => new Promise((resolve) => (finish = resolve)));
    const { input, devices } = inputOn(async () => midi.access);
    const outcome = input.start();
    await settled();
    input.dispose();
    finish();
    expect(await outcome).toEqual({ ok: false, reason: 'failed' });
    expect([midi.listeners(), midi.openPorts(), devices]).toEqual([0, 0, []]);
  });
});
