import { createPitchTracker } from './pitch.ts';

// The globals of an AudioWorkletGlobalScope; TypeScript's DOM library does not know them.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Listens to its first input and posts a PitchFrame every 10 ms. It passes no sound on. Any message ends it, and is answered. */
class PitchProcessor extends AudioWorkletProcessor {
  readonly tracker = createPitchTracker(sampleRate, (frame) => this.port.postMessage(frame, []));
  isEnded = false;

  constructor() {
    super();
    this.port.addEventListener('message', () => (this.isEnded = true));
    this.port.start();
  }

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0];
    if (this.isEnded) this.port.postMessage('ended', []);
    else if (samples) this.tracker.push(samples);
    return !this.isEnded;
  }
}

registerProcessor('pitch', PitchProcessor);
