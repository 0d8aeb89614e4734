import words from '#content/desk-projects.yaml';

const { refused } = words.upload;

const statuses = {
  length: 400,
  name: 400,
  project: 404,
  gone: 404,
  broken: 503,
  room: 507,
  size: 413,
} as const;

export type UploadRefusalReason = keyof typeof statuses;

/** Why an upload is not taken, as the tus server wants to have it thrown: a status and a sentence. */
export class UploadRefusal extends Error {
  override name = 'UploadRefusal';
  readonly status_code: number;
  readonly body: string;

  constructor(reason: UploadRefusalReason) {
    super(refused[reason]);
    this.status_code = statuses[reason];
    this.body = `${refused[reason]}\n`;
  }
}

/** The refusal as an answer of its own. */
export const refusedUpload = ({ status_code: status, body }: UploadRefusal): Response =>
  new Response(body, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
