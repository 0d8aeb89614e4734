import type { SQL } from 'drizzle-orm';

/** What a query about Today depends on. */
export type Scope = {
  readonly now: Date;
  /** The day in the studio's calendar, YYYY-MM-DD, and its bounds. */
  readonly today: string;
  readonly from: Date;
  readonly to: Date;
};

/** Ids, times and other values that a kind's links and texts need. */
type Facts = Readonly<Record<string, string | number | null>>;

/** Something that waits: one row of Today. */
export type TodayRow = {
  readonly kind: string;
  /** Unique within its kind. */
  readonly item: string;
  /** A name: of a person, a file or a project. */
  readonly title: string;
  /** What was written. */
  readonly excerpt: string | null;
  readonly author: string | null;
  /** The project or client that it belongs to. */
  readonly place: string | null;
  /** Since when it waits. */
  readonly since: Date;
  /** When it last changed: what a member read before that is unread again. */
  readonly newest: Date;
  /** How many things this row stands for. */
  readonly count: number;
  /** The page that shows it, with the parameters that matter. */
  readonly path: string;
  readonly facts: Facts;
  readonly isUnread: boolean;
};

/** A button that acts on a row from Today. */
export type RowAction = {
  readonly action: string;
  readonly label: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** How a row is shown. */
export type TodayLine = {
  /** The page and the place of the very thing. */
  readonly href: string;
  readonly title: string;
  readonly text?: string;
  readonly place?: string;
  /** A state that is urgent, in a word or two. */
  readonly mark?: string;
  /** How many things it stands for. */
  readonly badge?: string;
  /** The sentence about its time, which may have `{time}`; the time alone by default. */
  readonly when?: string;
  readonly actions?: readonly RowAction[];
};

/** One kind of thing that waits. */
export type TodayKind = {
  readonly kind: string;
  /**
   * Selects what waits: `ref` (an id), `since`, `newest` and `count`. Of a kind that is news, only what is later than
   * `after` and what the member has not read.
   */
  readonly rows: (scope: Scope, news: News) => SQL;
  /** The page that shows the row `w`, with the parameters that matter: opening it reads the row. */
  readonly path: SQL;
  /** Selects `title, excerpt, author, place, facts` of the row `w`. */
  readonly details: SQL;
  readonly lineOf: (row: TodayRow, now: Date) => TodayLine;
  /** True if it only informs: it leaves a member's list once they have read it. */
  readonly isNews?: boolean;
  /** True if it is never unread. */
  readonly isQuiet?: boolean;
  /** True if only members who may see money see it. */
  readonly isMoney?: boolean;
  /** True if the team can mark a row as handled. */
  readonly canBeHandled?: boolean;
  /** The page with all of them, if there is one. */
  readonly allHref?: string;
};

/** Since when something is news to a member. */
export type News = {
  /** A moment, for all items of the kind. */
  readonly after: SQL;
  /** A condition: this moment is after the member has read the item. */
  readonly isAfterRead: (at: SQL, ref: SQL) => SQL;
};
