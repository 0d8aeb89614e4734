import { instrumentOutlines } from './instrument-outlines.ts';

/** Outlines from Lucide (ISC, see LICENSE-lucide.txt). 24 px box, stroke 1.6. */
export const iconOutlines = {
  ...instrumentOutlines,
  'arrow-down': ['M12 5v14', 'm19 12-7 7-7-7'],
  'arrow-left': ['M19 12H5', 'm12 19-7-7 7-7'],
  'arrow-right': ['M5 12h14', 'm12 5 7 7-7 7'],
  'arrow-up': ['m5 12 7-7 7 7', 'M12 19V5'],
  'arrow-up-right': ['M7 7h10v10', 'M7 17 17 7'],
  bell: [
    'M10.268 21a2 2 0 0 0 3.464 0',
    'M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326',
  ],
  chat: ['M7.9 20A9 9 0 1 0 4 16.1L2 22Z'],
  check: ['M20 6 9 17l-5-5'],
  clock: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20', 'M12 6v6l4 2'],
  lock: [
    'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2',
    'M7 11V7a5 5 0 0 1 10 0v4',
  ],
  menu: ['M4 5h16', 'M4 12h16', 'M4 19h16'],
  minus: ['M3 12h18'],
  plus: ['M3 12h18', 'M12 3v18'],
  search: ['M11 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16', 'm21 21-4.3-4.3'],
  warning: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20', 'M12 8v4', 'M12 16h.01'],
} as const;

export type IconName = keyof typeof iconOutlines;
