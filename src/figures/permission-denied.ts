/** Whether a browser's answer means that it may not be asked: the visitor or a policy said no. */
export const isPermissionDenied = (error: unknown): boolean =>
  error instanceof Error && /^(NotAllowed|Security)Error$/.test(error.name);
