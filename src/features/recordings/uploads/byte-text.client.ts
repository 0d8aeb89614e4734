const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** A number of bytes as people say it: "812 bytes", "14 kB", "200 MB". */
export function byteText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 10 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`;
}
