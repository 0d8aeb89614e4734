/** The URL to which the button of a printed sign-in link's page posts. */
export const postOfPrintedLink = (link: string): string => `${link}&do=sign-in`;
