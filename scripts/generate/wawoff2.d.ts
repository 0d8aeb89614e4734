declare module 'wawoff2' {
  const wawoff2: {
    /** Decodes a WOFF2 file to the TrueType file it holds. */
    decompress(packed: Uint8Array): Promise<Uint8Array>;
  };
  export default wawoff2;
}
