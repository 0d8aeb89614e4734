import { z } from 'zod';
import { text, titled, waveLines } from './text.schema.ts';

/** The three stages; the id is also the value of `?service=` that selects it in the contact form. */
const stageId = z.enum(['pre-production', 'production', 'post-production']);

const stage = z.strictObject({
  id: stageId,
  tab: text,
  title: text,
  text,
  outcome: text,
  services: z.array(titled).min(1),
  button: text,
});

/** The Production Lab's page, and the three sub-tabs of the Productions Lab on the home page. */
export const productionSchema = z.strictObject({
  title: text,
  lines: waveLines,
  tagline: text,
  description: text,
  tabsName: text,
  defaultStage: stageId,
  stages: z.array(stage).length(3),
  figureCaption: text,
});
