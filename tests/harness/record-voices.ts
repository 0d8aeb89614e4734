import type { Page } from '@playwright/test';
import { content } from './content.ts';

export type Recorded = { most: number; difference: number; residue: number; frames: number };

declare global {
  var recorded: Recorded;
  /** The voice that should be the only audible one, and its gain; null while nothing is expected. */
  var heardAlone: { voice: number; gain: number } | null;
}

/**
 * Records both voices before their gains, and the output, at the same ticks of the same clock. Stores the largest
 * difference between the newer one and `louder` times the older one, and the output of the voice that should be audible
 * alone.
 */
export function recordVoices(louder: number): void {
  globalThis.recorded = { most: 0, difference: 0, residue: 0, frames: 0 };
  globalThis.heardAlone = null;
  type Connect = (this: AudioNode, to: AudioNode, output?: number, input?: number) => AudioNode;
  const { connect } = AudioNode.prototype as unknown as { readonly connect: Connect };
  const voices: AudioNode[] = [];
  let merger: ChannelMergerNode | null = null;
  function recorderOf(context: BaseAudioContext): ChannelMergerNode {
    if (merger) return merger;
    const recorder = context.createScriptProcessor(4096, 3, 1);
    recorder.addEventListener('audioprocess', ({ inputBuffer }) => {
      const { recorded, heardAlone } = globalThis;
      const [a, b, out] = [0, 1, 2].map((channel) => inputBuffer.getChannelData(channel));
      const alone = heardAlone?.voice === 0 ? a : b;
      for (const [at, value] of (a ?? []).entries()) {
        recorded.most = Math.max(recorded.most, Math.abs(value));
        recorded.difference = Math.max(recorded.difference, Math.abs(louder * value - (b?.[at] ?? 0)));
        const left = Math.abs((out?.[at] ?? 0) - (heardAlone?.gain ?? 0) * (alone?.[at] ?? 0));
        if (heardAlone) recorded.residue = Math.max(recorded.residue, left);
      }
      recorded.frames += inputBuffer.length;
    });
    merger = context.createChannelMerger(3);
    connect.call(merger, recorder);
    connect.call(recorder, context.destination);
    return merger;
  }
  AudioNode.prototype.connect = function tapped(this: AudioNode, to: AudioNode) {
    if (this instanceof AudioBufferSourceNode) {
      if (!voices.includes(to)) voices.push(to);
      connect.call(this, recorderOf(this.context), 0, voices.indexOf(to));
    }
    if (this instanceof GainNode) connect.call(this, recorderOf(this.context), 0, 2);
    return connect.call(this, to);
  } as typeof AudioNode.prototype.connect;
}

export const readRecorded = () => globalThis.recorded;

/** Uploads a recording to a project and returns its id. */
export async function upload(page: Page, path: string, name: string, buffer: Buffer): Promise<string> {
  await page.goto(path);
  const { choose } = content['desk-projects'].upload;
  await page.getByLabel(choose).setInputFiles({ name, mimeType: 'audio/wav', buffer });
  const link = page.getByRole('row').filter({ hasText: name }).locator('a[href^="/portal/files/"]').first();
  return (await link.getAttribute('href'))?.split('/')[3] ?? '';
}
