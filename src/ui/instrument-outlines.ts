/**
 * Outlines that an instrument or a player needs, apart from the others for code that counts its bytes. From Lucide
 * (ISC, see LICENSE-lucide.txt); `keyboard` is ours. 24 px box, stroke 1.6.
 */
export const instrumentOutlines = {
  close: ['M18 6 6 18', 'm6 6 12 12'],
  download: ['M12 15V3', 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4', 'm7 10 5 5 5-5'],
  info: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20', 'M12 16v-4', 'M12 8h.01'],
  keyboard: ['M3 4.5h18v15H3zM9 19.5v-6M15 19.5v-6', 'M7.5 4.5h3v9h-3zM13.5 4.5h3v9h-3z'],
  microphone: [
    'M12 19v3',
    'M19 10v2a7 7 0 0 1-14 0v-2',
    'M12 2a3 3 0 0 1 3 3v7a3 3 0 0 1-6 0V5a3 3 0 0 1 3-3',
  ],
  pause: ['M14 4h4v16h-4z', 'M6 4h4v16H6z'],
  play: ['M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z'],
  'sound-off': [
    'M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 19.298z',
    'm22 9-6 6',
    'm16 9 6 6',
  ],
  'sound-on': [
    'M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 19.298z',
    'M16 9a5 5 0 0 1 0 6',
    'M19.364 18.364a9 9 0 0 0 0-12.728',
  ],
} as const;

export type InstrumentIcon = keyof typeof instrumentOutlines;
