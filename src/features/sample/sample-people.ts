import { v5 as uuidv5 } from 'uuid';

/** Sample things keep their ids from one start to the next. */
const sampleNamespace = '5a3b1c52-7a0f-4d5e-9c58-3f2f6f1f2b11';

export const sampleIdOf = (name: string) => uuidv5(name, sampleNamespace);

/** Invented people, shown with a notice that says so. */
export const sampleClient = {
  id: sampleIdOf('client runa'),
  role: 'client',
  name: 'Runa Vestergaard',
  email: 'runa@sample.example',
} as const;

export const sampleTeam = {
  id: sampleIdOf('team ada'),
  role: 'team',
  name: 'Ada Brandt',
  email: 'ada@sample.example',
} as const;
