/** The actions of a traced server, in order; numbers are lines of the trace. */
export type TraceEvent =
  | { readonly kind: 'wrote'; readonly file: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'synced'; readonly file: string; readonly begunAt: number }
  | { readonly kind: 'heard'; readonly connection: string; readonly text: string }
  | { readonly kind: 'said'; readonly connection: string; readonly text: string };

const line = /^(\d+) +(.*)$/;
const call = /^(\w+)\(\d+<([^>]*)>(.*)$/s;
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' };

/** The bytes of a string as strace writes it. */
const bytesOf = (written: string) =>
  Buffer.from(
    written.replaceAll(/\\([0-7]{1,3}|.)/g, (_all, code: string) =>
      /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (escapes[code] ?? code),
    ),
    'latin1',
  );

/** All strings in the arguments of a call, in order: writev has several. */
function stringsIn(rest: string): Buffer {
  const found = rest.matchAll(/"((?:[^"\\]|\\.)*)"/g);
  return Buffer.concat([...found].map(([, written = '']) => bytesOf(written)));
}

const syncs = new Set(['fsync', 'fdatasync']);
const reads = new Set(['read', 'readv', 'recvfrom', 'recvmsg']);
const writes = new Set(['write', 'writev', 'sendto', 'sendmsg', 'pwrite64', 'pwritev']);

/** A completed call: its name, the file or connection, the remaining arguments, and the line on which it began. */
type Call = { readonly name: string; readonly path: string; readonly rest: string; readonly begunAt: number };

function eventOf({ name, path, rest, begunAt }: Call): TraceEvent | null {
  const result = Number(/\) = (-?\d+)/.exec(rest)?.[1] ?? -1);
  if (result < 0) return null;
  if (syncs.has(name)) return { kind: 'synced', file: path, begunAt };
  const isConnection = path.startsWith('socket:') || path.startsWith('TCP');
  if (isConnection && reads.has(name))
    return { kind: 'heard', connection: path, text: stringsIn(rest).toString('latin1') };
  if (!writes.has(name) || isConnection || !path.includes('/pg_wal/')) return null;
  const offset = Number(/, (\d+)\) = /.exec(rest)?.[1]);
  return { kind: 'wrote', file: path, offset, bytes: stringsIn(rest).subarray(0, result) };
}

/**
 * Reads a trace of `strace -f -y` line by line. File writes and syncs count when the call has returned, socket writes
 * when the call begins: the worse of two possible orders.
 */
export function createTraceReader() {
  const unfinished = new Map<string, { written: string; begunAt: number }>();
  let at = 0;

  function saidBy(written: string): TraceEvent | null {
    const [, name = '', path = '', rest = ''] = call.exec(written) ?? [];
    const isConnection = path.startsWith('socket:') || path.startsWith('TCP');
    if (!isConnection || !writes.has(name)) return null;
    return { kind: 'said', connection: path, text: stringsIn(rest).toString('latin1') };
  }

  function endOf(written: string, begunAt: number): TraceEvent | null {
    const [, name = '', path = '', rest = ''] = call.exec(written) ?? [];
    return name === '' ? null : eventOf({ name, path, rest, begunAt });
  }

  /** Returns the events of one more line, at most two, with its number. */
  return (text: string): { readonly at: number; readonly events: TraceEvent[] } => {
    at += 1;
    const [, pid = '', written = ''] = line.exec(text) ?? [];
    const isKept = (event: TraceEvent | null) => event !== null;
    const cut = written.indexOf(' <unfinished ...>');
    if (cut >= 0) {
      unfinished.set(pid, { written: written.slice(0, cut), begunAt: at });
      return { at, events: [saidBy(written.slice(0, cut))].filter(isKept) };
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(written);
    if (resumed) {
      const begun = unfinished.get(pid);
      unfinished.delete(pid);
      return { at, events: begun ? [endOf(begun.written + resumed[1], begun.begunAt)].filter(isKept) : [] };
    }
    return { at, events: [saidBy(written), endOf(written, at)].filter(isKept) };
  };
}
