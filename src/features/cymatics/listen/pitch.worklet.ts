import { createPitchTracker } from './pitch.ts';

// Globals of an AudioWorkletGlobalScope, which TypeScript's DOM library lacks.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Posts a PitchFrame for its first input every 10 ms, and outputs no sound. Any message ends it, and is confirmed. */
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
