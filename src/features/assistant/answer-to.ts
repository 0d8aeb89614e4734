import type { Content } from '#content/schemas.ts';

type Words = Content<'assistant'>;
type Rule = Words['rules'][number];

export interface Answer {
  readonly text: string;
  readonly links: Rule['links'];
}

/**
 * The prepared answer to a message: the first rule one of whose keywords appears anywhere in it, upper and lower
 * case alike, in the order of content/assistant.yaml; else the default answer.
 */
export function answerTo(message: string, { rules, defaultAnswer }: Words): Answer {
  const heard = message.toLowerCase();
  const rule = rules.find(({ keywords }) => keywords.some((keyword) => heard.includes(keyword)));
  return rule ? { text: rule.answer, links: rule.links } : { text: defaultAnswer, links: [] };
}
