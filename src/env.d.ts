declare namespace App {
  interface Locals {
    /** The running product; set by the middleware for every rendered page and endpoint. */
    services: import('#src/platform/services/services.ts').Services;
    /** Who is at the other end of the connection. */
    client: import('#src/platform/client-address.ts').Origin;
    /** Resolves when the connection takes more; absent where nothing can be held back. */
    drained?: () => Promise<void>;
    /** Resolves when the response was sent, or its connection is closed; absent where nobody can tell. */
    closed?: () => Promise<void>;
    /** Whether the body is handed on as it comes in. */
    isUpload?: boolean;
    /** Reports which route answers; absent if requests are not counted. */
    tellRoute?: (route: string) => void;
    /** Returns a prerendered page (`/404`, `/500`), null where there is none; absent in development. */
    pageAt?: (path: string) => Buffer | null;
    /** The session of the signed-in person; null without one, and on routes that are the same for everyone. */
    session: import('#src/features/accounts/sessions/session.ts').Session | null;
    /** True if the signed-in person has sent so much in a while that this action is refused. */
    isOverLimit?: boolean;
    /** The path that the access policy refused; set for the page that explains it. */
    turnedAwayFrom?: string;
    /** The action that waits until the person has confirmed their identity; set for the page that asks. */
    interrupted?: import('#src/features/accounts/account/confirmation.ts').Interrupted;
    /** The action that was refused just now; its page is shown again. */
    refused?: import('#src/features/accounts/access/action.ts').RefusedAction;
    /** What the header of the desk counts, once a part of the page has asked. */
    unread?: Promise<import('#src/desk/today/open-today.ts').DeskCounts>;
    /** A posted form that is shown again, with what is wrong with it. */
    refusedForm?: import('#src/features/leads/submissions/form-answer.ts').RefusedForm;
  }
}

declare namespace Intl {
  interface Locale {
    /** The zones of the locale's country; not in every engine yet. */
    getTimeZones?(): string[] | undefined;
  }
}
