import { fill } from '#src/platform/fill.ts';

/**
 * The format of sizes: singular and plural of byte, the larger units (each 1,000 times the previous one) and the
 * locale.
 */
export type SizeWords = {
  readonly bytes: readonly [string, string];
  readonly units: readonly string[];
  /** en-GB. */
  readonly locale: string;
};

/** Writes sizes as text, on the server and in the browser: "812 bytes", "4.6 MB", "118 MB". */
export function createSizeText({ bytes, units, locale }: SizeWords): (sizeBytes: number) => string {
  const precise = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const round = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  return (sizeBytes) => {
    if (sizeBytes < 1000) return fill(bytes[sizeBytes === 1 ? 0 : 1], { count: String(sizeBytes) });
    let size = sizeBytes;
    let step = -1;
    // Values that round up to 1000 are shown as 1 of the next unit.
    while (size >= 999.5 && step < units.length - 1) {
      size /= 1000;
      step += 1;
    }
    // A number and its unit stay on one line.
    return `${(size < 10 ? precise : round).format(size)}\u00A0${units[step] ?? ''}`;
  };
}
