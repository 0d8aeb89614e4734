import planner from '#content/planner.yaml';
import site from '#content/site.yaml';
import { fill } from '#src/platform/fill.ts';
import { writeInThread } from '#src/platform/pdf/pdf-thread.ts';

const makePlanner = (): Promise<Uint8Array> =>
  writeInThread({
    about: { title: planner.title, author: site.name, language: site.language },
    form: { ...planner, closing: fill(planner.closing, { email: site.contactEmail }) },
  });

let made: Promise<Uint8Array> | undefined;

/** Returns the session planner as one A4 page. It is the same for everyone, so it is created once. */
export const plannerPdf = (): Promise<Uint8Array> =>
  (made ??= makePlanner().catch((error: unknown) => {
    made = undefined;
    throw error;
  }));
