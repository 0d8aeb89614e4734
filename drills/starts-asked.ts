/** The arguments of `npm run drill:starts`: the numbers, in order. */
export function startsAskedBy(words: readonly string[]) {
  const [starts = 300, minutes = 0, servers = 1] = words.map(Number).filter((number) => number >= 0);
  return { starts, minutes, servers: minutes > 0 ? servers : 0 };
}

/** One sentence for each count below the requested one: nothing is known about what was not tested. */
export function fewerThanAsked(
  asked: ReturnType<typeof startsAskedBy>,
  done: { readonly starts: number; readonly minutes: readonly number[] },
): string[] {
  const long = done.minutes.filter((minutes) => minutes >= asked.minutes).length;
  return [
    ...(done.starts >= Math.max(1, asked.starts)
      ? []
      : [`${done.starts} starts, fewer than the ${asked.starts} that were asked for`]),
    ...(long >= asked.servers
      ? []
      : [
          `servers under load for ${done.minutes.join(', ')} minutes, not ${asked.servers} for the ${asked.minutes} that were asked for`,
        ]),
  ];
}
