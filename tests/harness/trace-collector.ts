import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A trace collector: accepts OTLP/HTTP in its binary form, as operators' collectors do, and decodes the spans.

export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  readonly isFailed: boolean;
  readonly startMs: number;
  readonly endMs: number;
};

type Field = { readonly number: number; readonly bytes: Buffer; readonly value: bigint };

/** The fields of one message of Protocol Buffers. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n, more = true; more; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      more = byte > 127;
    }
    return value;
  };
  while (at < message.length) {
    const tag = Number(varint());
    const [number, type] = [tag >> 3, tag & 7];
    if (type === 0) yield { number, bytes: Buffer.alloc(0), value: varint() };
    else {
      const length = type === 1 ? 8 : type === 5 ? 4 : Number(varint());
      const bytes = message.subarray(at, (at += length));
      yield { number, bytes, value: type === 1 ? bytes.readBigUInt64LE() : 0n };
    }
  }
}

const within = (message: Buffer, number: number) =>
  [...fieldsOf(message)].filter((field) => field.number === number);
const first = (message: Buffer, number: number) => within(message, number)[0];
const textIn = (message: Buffer, number: number) => first(message, number)?.bytes.toString() ?? '';

/** A key and its value: a string, a boolean, an integer or another number. */
function attributeOf(message: Buffer): [string, string | number | boolean] {
  const [field] = fieldsOf(first(message, 2)?.bytes ?? Buffer.alloc(0));
  const key = textIn(message, 1);
  if (field?.number === 1) return [key, field.bytes.toString()];
  if (field?.number === 2) return [key, field.value === 1n];
  return [key, field?.number === 4 ? field.bytes.readDoubleLE() : Number(field?.value ?? 0)];
}

function spanOf(message: Buffer): CollectedSpan {
  const hex = (number: number) => first(message, number)?.bytes.toString('hex') ?? '';
  const ms = (number: number) => Number(first(message, number)?.value ?? 0) / 1e6;
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentSpanId: hex(4),
    name: textIn(message, 5),
    fields: Object.fromEntries(within(message, 9).map(({ bytes }) => attributeOf(bytes))),
    isFailed: first(first(message, 15)?.bytes ?? Buffer.alloc(0), 3)?.value === 2n,
    startMs: ms(7),
    endMs: ms(8),
  };
}

const spansIn = (body: Buffer): CollectedSpan[] =>
  within(body, 1).flatMap((resource) =>
    within(resource.bytes, 2).flatMap((scope) => within(scope.bytes, 2).map(({ bytes }) => spanOf(bytes))),
  );

export type TraceCollector = {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly address: string;
  /** The requests received, in order, undecoded. */
  readonly bodies: readonly Buffer[];
  readonly headers: readonly NodeJS.Dict<string | string[]>[];
  readonly spans: () => CollectedSpan[];
  readonly stop: () => Promise<void>;
};

export async function startTraceCollector(port = 0): Promise<TraceCollector> {
  const bodies: Buffer[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (request.method === 'POST' && request.url === '/v1/traces') {
        bodies.push(Buffer.concat(pieces));
        headers.push(request.headers);
      }
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${own}`,
    bodies,
    headers,
    spans: () => bodies.flatMap(spansIn),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
