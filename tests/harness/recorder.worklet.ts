// The globals of an AudioWorkletGlobalScope; TypeScript's DOM library does not know them.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const currentFrame: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Posts every block of its first input, with the frame at which it begins. */
class RecorderProcessor extends AudioWorkletProcessor {
  process([input]: Float32Array[][]): boolean {
    this.port.postMessage({ frame: currentFrame, samples: input?.[0]?.slice() ?? new Float32Array(128) }, []);
    return true;
  }
}

registerProcessor('recorder', RecorderProcessor);
