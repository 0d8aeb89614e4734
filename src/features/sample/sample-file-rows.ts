/** A comment's key: its file's, and the moment it is about. */
export const commentKeyOf = (fileKey: string, at: string) => `${fileKey} ${at}`;
