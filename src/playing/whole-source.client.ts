import type { SoundSource } from './sound-source.client.ts';

/**
 * Creates a source from a short sound in any format that browsers decode. It is fetched at first use, and again if that
 * failed.
 */
export function wholeSource(
  url: string,
  { rateHz, frames }: Pick<SoundSource, 'rateHz' | 'frames'>,
): SoundSource {
  let fetched: Promise<ArrayBuffer> | undefined;
  async function load(): Promise<ArrayBuffer> {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`Loading a sound failed with status ${answer.status}`);
    return answer.arrayBuffer();
  }
  return {
    rateHz,
    frames,
    async chunkWith() {
      fetched ??= load();
      try {
        // A copy, since decoding detaches the buffer.
        return { file: (await fetched).slice(0), at: 0, from: 0, to: frames };
      } catch (error) {
        fetched = undefined;
        throw error;
      }
    },
  };
}
