import portal from '#content/portal.yaml';

/** What a script says of an answer that is none of our server's. */
export const answerWords = { noAnswer: portal.answers.none, answered: portal.answers.status };

export type AnswerWords = typeof answerWords;
