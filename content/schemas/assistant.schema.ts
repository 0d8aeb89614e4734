import { z } from 'zod';
import { sitePath, text } from './text.schema.ts';

const link = z.strictObject({
  label: text,
  href: sitePath,
  /** The dialog that a click opens if scripts run; null for a plain link. */
  opens: z.enum(['discovery-call', 'session-planner']).nullable(),
});

const rule = z.strictObject({
  id: z.enum(['services', 'pricing', 'booking', 'contact']),
  /** Matched case-insensitively anywhere in the visitor's message. */
  keywords: z.array(text.lowercase()).min(1),
  answer: text,
  links: z.array(link),
});

/** The chat assistant: greetings, rules in order, chips, and the labels of its panel. */
export const assistantSchema = z.strictObject({
  title: text,
  note: text,
  bubble: z.strictObject({ open: text, close: text }),
  greetings: z.strictObject({ default: text, leadIntent: text }),
  rules: z.array(rule).length(4),
  defaultAnswer: text,
  chips: z.array(z.strictObject({ label: text, question: text })).min(1),
  suggestions: text,
  panel: text,
  log: text,
  input: z.strictObject({ label: text, placeholder: text, send: text }),
  senders: z.strictObject({ agent: text, user: text }),
  typing: text,
  message: z.strictObject({ open: text, back: text }),
  person: z.strictObject({
    ask: text,
    unsure: text,
    explain: text,
    explainAsked: text,
    looking: text,
    there: text,
    privacy: text,
    begin: text,
    cancel: text,
    failed: text,
    edit: text,
  }),
});
