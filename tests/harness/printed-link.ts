/** Where the button of a printed sign-in link's page posts to. */
export const postOfPrintedLink = (link: string): string => `${link}&do=sign-in`;
