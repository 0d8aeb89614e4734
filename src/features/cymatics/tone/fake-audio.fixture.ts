/** An AudioParam that records its schedule and calculates its values. */
export interface FakeParam {
  value: number;
  /** Every call in order: name, value, time. */
  readonly calls: [name: string, ...values: number[]][];
  /** Value at a time of the context's clock, by the rules of the Web Audio API. */
  at(timeS: number): number;
  /** Called after each change of the schedule. */
  onChange: () => void;
}

interface Event {
  readonly kind: 'set' | 'linear' | 'exponential' | 'target';
  readonly value: number;
  readonly timeS: number;
  readonly constantS: number;
}

function valueAt(initial: number, events: readonly Event[], timeS: number): number {
  let from: Event = { kind: 'set', value: initial, timeS: 0, constantS: 0 };
  let start = initial;
  const held = (at: number) =>
    from.kind === 'target'
      ? from.value + (start - from.value) * Math.exp(-(at - from.timeS) / from.constantS)
      : from.value;
  for (const to of events) {
    if (to.timeS > timeS) {
      const part = (timeS - from.timeS) / (to.timeS - from.timeS);
      if (to.kind === 'linear') return from.value + (to.value - from.value) * part;
      if (to.kind === 'exponential') return from.value * (to.value / from.value) ** part;
      return held(timeS);
    }
    start = held(to.timeS);
    from = to;
  }
  return held(timeS);
}

function createFakeParam(): FakeParam & AudioParam {
  let events: Event[] = [];
  const param = {
    value: 1,
    calls: [] as FakeParam['calls'],
    onChange: () => undefined,
    at: (timeS: number) => valueAt(param.value, events, timeS),
    cancelScheduledValues(timeS: number) {
      events = events.filter((event) => event.timeS < timeS);
      param.calls.push(['cancelScheduledValues', timeS]);
      param.onChange();
    },
    setValueAtTime: scheduler('setValueAtTime', 'set'),
    linearRampToValueAtTime: scheduler('linearRampToValueAtTime', 'linear'),
    exponentialRampToValueAtTime: scheduler('exponentialRampToValueAtTime', 'exponential'),
    setTargetAtTime: scheduler('setTargetAtTime', 'target'),
  };
  function scheduler(name: string, kind: Event['kind']) {
    return (value: number, timeS: number, constantS = 0) => {
      events = [...events, { kind, value, timeS, constantS }].toSorted((a, b) => a.timeS - b.timeS);
      param.calls.push(constantS > 0 ? [name, value, timeS, constantS] : [name, value, timeS]);
      param.onChange();
    };
  }
  return param as unknown as FakeParam & AudioParam;
}

/** A node that records its connections. */
export class FakeNode extends EventTarget {
  readonly kind: string;
  readonly outputs = new Set<FakeNode>();
  readonly gain = createFakeParam();
  readonly frequency = createFakeParam();
  startS: number | undefined;
  stopS: number | undefined;
  fftSize = 2048;
  /** The signal that an analyser reads. */
  signal = 0;

  constructor(kind: string) {
    super();
    this.kind = kind;
  }

  connect(node: FakeNode): FakeNode {
    this.outputs.add(node);
    return node;
  }

  disconnect(): void {
    this.outputs.clear();
  }

  start(timeS: number): void {
    this.startS = timeS;
  }

  stop(timeS: number): void {
    this.stopS = timeS;
  }

  getFloatTimeDomainData(samples: Float32Array): void {
    samples.forEach((_, i) => (samples[i] = this.signal * Math.SQRT2 * Math.sin(i)));
  }
}

/** The behaviour of `resume()`: it runs, never settles, or refuses. */
export type Resumption = 'runs' | 'never' | 'refuses';

/** An audio context whose clock only moves when advanced. */
export class FakeContext extends EventTarget {
  state: AudioContextState = 'suspended';
  currentTime = 0;
  readonly destination = new FakeNode('destination');
  readonly nodes: FakeNode[] = [];
  resumption: Resumption = 'runs';
  /** True if the clock stands still although the state is `running`. */
  isFrozen = false;
  /** Names of methods that throw. */
  readonly broken = new Set<string>();
  resumes = 0;

  private make(kind: string): FakeNode {
    if (this.broken.has(kind)) throw new Error(`${kind} failed`);
    const node = new FakeNode(kind);
    if (this.broken.has('start'))
      node.start = () => {
        throw new Error('start failed');
      };
    this.nodes.push(node);
    return node;
  }

  createGain = () => this.make('gain');
  createOscillator = () => this.make('oscillator');
  createAnalyser = () => this.make('analyser');
  createWaveShaper = () => this.make('shaper');

  enter(state: AudioContextState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }

  /** Advances the clock and ends the oscillators that are due. */
  advance(seconds: number): void {
    if (this.state !== 'running' || this.isFrozen) return;
    const before = this.currentTime;
    this.currentTime += seconds;
    for (const node of this.nodes)
      if (node.stopS !== undefined && node.stopS > before && node.stopS <= this.currentTime)
        node.dispatchEvent(new Event('ended'));
  }

  resume(): Promise<void> {
    this.resumes += 1;
    if (this.resumption === 'never') return new Promise(() => undefined);
    if (this.resumption === 'refuses') return Promise.reject(new Error('not allowed'));
    this.enter('running');
    return Promise.resolve();
  }

  suspend(): Promise<void> {
    this.enter('suspended');
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.enter('closed');
    return Promise.resolve();
  }

  /** Oscillators still in the graph. */
  get sounding(): FakeNode[] {
    return this.nodes.filter(({ kind, outputs }) => kind === 'oscillator' && outputs.size > 0);
  }
}

/** Timers and a clock that only move when advanced. */
export function createFakeClock() {
  let now = 0;
  const timers = new Set<{ dueMs: number; callback: () => void }>();
  return {
    nowMs: () => now,
    after(ms: number, callback: () => void) {
      const timer = { dueMs: now + ms, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pending: () => timers.size,
    /** Advances the time, and calls back in order of time. */
    advance(ms: number) {
      now += ms;
      for (const timer of [...timers].toSorted((a, b) => a.dueMs - b.dueMs)) {
        if (timer.dueMs > now || !timers.delete(timer)) continue;
        timer.callback();
      }
    },
  };
}
