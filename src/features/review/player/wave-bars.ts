/** The path of a waveform of 400 peaks (a byte each, base64) in a box of 400 by 100, mirrored about its middle; silence is a hairline. */
export function waveBarsOf(peaks: string): string {
  return Array.from(Buffer.from(peaks, 'base64'), (peak, index) => {
    const half = Math.max(0.6, Math.round((peak / 255) * 500) / 10);
    return `M${index} ${50 - half}h.62v${half * 2}h-.62z`;
  }).join('');
}
