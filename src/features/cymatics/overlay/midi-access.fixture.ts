/** Fakes the devices and messages of a MIDI access, and counts what is open and listened to. */
export function fakeMidi() {
  const ports = new Map<string, FakePort>();
  const access = Object.assign(new CountingTarget(), { inputs: ports });
  const announce = () => access.dispatchEvent(new Event('statechange'));
  return {
    access: access as unknown as MIDIAccess,
    listeners: () => [access, ...ports.values()].reduce((sum, target) => sum + target.listeners, 0),
    openPorts: () => [...ports.values()].filter(({ connection }) => connection === 'open').length,
    /** `open` is called when the device is opened. */
    plug: (id: string, open: () => Promise<void> = () => Promise.resolve()) => {
      const port = new FakePort(id, open);
      ports.set(id, port);
      announce();
      return port;
    },
    unplug: (id: string) => {
      const port = ports.get(id);
      if (port) port.state = 'disconnected';
      announce();
    },
  };
}

/** An event target that counts its listeners. */
class CountingTarget extends EventTarget {
  listeners = 0;

  override addEventListener(type: string, listener: EventListener, options: { signal: AbortSignal }): void {
    super.addEventListener(type, listener, options);
    this.listeners += 1;
    options.signal.addEventListener('abort', () => {
      this.listeners -= 1;
    });
  }
}

class FakePort extends CountingTarget {
  readonly id: string;
  readonly name: string;
  state: 'connected' | 'disconnected' = 'connected';
  connection: 'open' | 'closed' = 'closed';
  private readonly opening: () => Promise<void>;

  constructor(id: string, opening: () => Promise<void>) {
    super();
    this.id = id;
    this.name = `Keyboard ${id}`;
    this.opening = opening;
  }

  async open(): Promise<void> {
    await this.opening();
    this.connection = 'open';
  }

  async close(): Promise<void> {
    this.connection = 'closed';
    if (this.state === 'disconnected') throw new Error('The device is disconnected');
  }

  send(...bytes: number[]): void {
    this.dispatchEvent(Object.assign(new Event('midimessage'), { data: Uint8Array.from(bytes) }));
  }
}
