import { useState } from 'react';
import type { Note } from '#src/studio/notes.ts';
import { findLayout, letterOf, type Layout } from '#src/features/cymatics/inputs/letter-keys.ts';

export interface LetterRow {
  /** Whether the letters play wherever the focus is. */
  readonly isOn: boolean;
  /** The letter printed on the key that plays a note. */
  readonly letterOf: (note: Note) => string;
  readonly toggle: () => void;
}

/** The letter row as a piano. The browser is asked for its layout when the visitor first wants to see it. */
export function useLetterRow(): LetterRow {
  const [isOn, setIsOn] = useState(false);
  const [layout, setLayout] = useState<Layout>();
  return {
    isOn,
    letterOf: (note) => letterOf(note, layout),
    toggle: () => {
      setIsOn(!isOn);
      if (!layout) void findLayout(navigator).then(setLayout);
    },
  };
}
