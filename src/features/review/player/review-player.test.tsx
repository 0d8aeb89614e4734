import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import words from '#content/project.yaml';
import { DecisionDialogs } from '#src/features/files/approvals/approve-dialog.tsx';
import { FilesTable } from '#src/features/files/lists/files-table.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { canApprove, type ProjectFile } from '#src/features/files/list-project-files.ts';
import { measuresOf } from '#src/features/delivery/measures.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import type { FoundMeasurement } from '#src/features/files/measurements/sound-measurements.ts';
import type { Thread } from './find-recording.ts';
import { ReviewPlayer } from './review-player.tsx';
import { commentDraftOf } from './review-request.ts';
import type { SoundQuality } from './sound-quality.ts';

type Measured = FoundMeasurement;

const now = new Date('2026-11-20T09:00:00Z');

const fileOf = (change: Partial<ProjectFile> = {}): ProjectFile => ({
  id: 'file',
  projectId: 'project',
  name: 'Mix.mp3',
  originalName: null,
  note: '',
  folder: '',
  group: null,
  position: null,
  formatOf: null,
  formatProposedFor: null,
  kind: 'audio',
  sizeBytes: 1,
  sha256: '00',
  needsApproval: true,
  supersededBy: null,
  recordingId: 'recording',
  version: 1,
  stage: null,
  isPinned: false,
  proposedFor: null,
  durationMs: null,
  mediaType: 'audio/wav',
  uploadedAt: now,
  uploadedByName: 'Ada Brandt',
  approvedBy: null,
  approvedByName: null,
  approvedAt: null,
  isReceiptPublished: null,
  state: 'waiting',
  isWaiting: true,
  changesRequestedAt: null,
  changesRequestedByName: null,
  requestedChanges: null,
  isFromClient: false,
  uploadNumber: 1,
  uploadCount: 1,
  openComments: 0,
  figureKey: null,
  ...change,
});

const commentOf = (change: Partial<Thread> = {}): Thread => ({
  id: 'comment',
  authorId: null,
  authorName: 'Ada Brandt',
  sender: 'team',
  isCut: false,
  isAligned: true,
  carriedFrom: null,
  atMs: 13_400,
  untilMs: null,
  replyTo: null,
  content: 'Lower the gulls.',
  mentions: [],
  version: 1,
  editedAt: null,
  replies: [],
  doneAt: null,
  doneByName: null,
  ...change,
});

const playerOf = (
  file: ProjectFile,
  comment = commentOf(),
  { query = '', personId = 'client' } = {},
  { measurement = null, sound = 'full' }: { measurement?: Measured | null; sound?: SoundQuality } = {},
) =>
  // Rendered for a reader.
  renderToStaticMarkup(
    <ReviewPlayer
      recording={{
        file,
        versions: [],
        others: new Map(),
        rounds: null,
        next: null,
        peaks: null,
        measurement,
        comments: [comment],
        readerNames: ['Ada Brandt'],
      }}
      path="/portal/projects/project"
      viewer="client"
      personId={personId}
      sound={sound}
      draft={commentDraftOf(new URL(`https://studio.example/${query}`), null, 'new')}
    />,
  ).replaceAll('&#x27;', "'");

describe('the player of a recording', () => {
  const mediaType = 'audio/mpeg';

  test('does not seek in an unmeasured recording of unknown length, and reports it', () => {
    const player = playerOf(fileOf({ mediaType }));
    expect(player).toContain(words.player.unknownLength);
    expect(player).toContain(fill(words.player.progressAlone, { now: '0:00.0' }));
    expect(player).toContain('data-plays-through');
    expect(player).not.toContain('data-seek-ms');
  });

  test('seeks to its comments if the length is known', () => {
    for (const file of [fileOf(), fileOf({ mediaType, durationMs: 24_000 })]) {
      const player = playerOf(file);
      expect(player).not.toContain(words.player.unknownLength);
      expect(player).not.toContain('data-plays-through');
      expect(player).toContain('data-seek-ms="13400"');
    }
  });

  test('opens a reply or an edit from the address, an edit for its author only', () => {
    const own = commentOf({ authorId: 'client', version: 3 });
    const replying = playerOf(fileOf(), own, { query: '?reply=comment' });
    expect(replying).toContain('action="?do=reply-to-comment"');
    expect(replying).toContain('name="replyTo" value="comment"');
    const editing = playerOf(fileOf(), own, { query: '?edit=comment' });
    expect(editing).toContain('action="?do=edit-comment"');
    expect(editing).toContain('name="version" value="3"');
    expect(editing).toMatch(/<textarea[^>]*>Lower the gulls\.<\/textarea>/);
    for (const [query, personId] of [
      ['?edit=comment', 'another'],
      ['?reply=gone', 'client'],
    ])
      expect(playerOf(fileOf(), own, { query, personId })).toContain('action="?do=add-comment"');
  });

  test('shows the end of a range, its replies, and the mentioned names', () => {
    const reply = { ...commentOf(), id: 'reply', replyTo: 'comment', content: 'Done <b>now</b>.' };
    const mentions = [{ id: 'ada', name: 'Ada' }];
    const thread = { untilMs: 15_000, replies: [reply], content: 'Lower them, @Ada.', mentions };
    const player = playerOf(fileOf(), commentOf(thread));
    expect(player).toContain(fill(words.player.range, { from: '0:13.4', until: '0:15.0' }));
    expect(player).toContain('Done &lt;b&gt;now&lt;/b&gt;.');
    expect(player).toMatch(/<strong[^>]*>@Ada<\/strong>/);
  });

  test('offers to reopen a done comment', () => {
    const done = commentOf({ doneAt: now, doneByName: 'Ada Brandt' });
    expect(playerOf(fileOf(), done)).toContain('formAction="?do=reopen-comment"');
    expect(playerOf(fileOf())).not.toContain('reopen-comment');
  });
});

describe('the list of comments', () => {
  test('counts all comments and folds the resolved ones', () => {
    const player = playerOf(fileOf(), commentOf({ doneAt: now, doneByName: 'Ada Brandt' }));
    expect(player).toContain('(1)');
    expect(player).toContain(fill(words.player.resolved, { count: '1' }));
  });

  test('links the range of a comment to its loop', () => {
    const player = playerOf(fileOf({ durationMs: 24_000 }), commentOf({ untilMs: 15_007 }));
    expect(player).toContain('data-loops="13.400-15.007"');
    expect(player).toContain('href="/portal/projects/project?file=file&amp;loop=13.400-15.007#player"');
    expect(playerOf(fileOf({ durationMs: 24_000 }))).not.toContain('data-loops');
  });

  test('fills in the range of a loop in the address', () => {
    const player = playerOf(fileOf(), commentOf(), { query: '?loop=1.000-2.345' });
    expect(player).toMatch(/name="at"[^>]* value="0:01\.0"|value="0:01\.0"[^>]* name="at"/);
    expect(player).toContain('value="0:02.345"');
  });
});

describe('the choice of what is heard', () => {
  const measured = (light: Measured['light'], change: Partial<Measured> = {}): Measured => ({
    state: 'measured',
    percent: 100,
    picture: null,
    reason: null,
    measures: measuresOf(),
    artefacts: light?.state === 'made' ? { light: 'key' } : {},
    measuredAt: now,
    before: 0,
    light,
    ...change,
  });
  const { sound } = words.player;
  const file = fileOf({ durationMs: 24_000 });
  const heard = (measurement: Measured | null, wanted: SoundQuality, kind: ProjectFile['kind'] = 'audio') =>
    playerOf({ ...file, kind }, commentOf(), {}, { measurement, sound: wanted });

  test('is offered for measured sound only', () => {
    expect(heard(measured(null), 'full')).toContain(sound.full);
    for (const player of [
      heard(null, 'light'),
      heard(measured(null, { measures: null }), 'light'),
      heard(measured({ state: 'failed', sizeBytes: null }), 'light'),
      heard(measured(null), 'light', 'video'),
    ])
      expect(player).not.toContain(sound.full);
  });

  test('plays the full sound until the preview audio is ready, and reports it', () => {
    const player = heard(measured({ state: 'waiting', sizeBytes: null }), 'light');
    expect(player).toContain('src="/portal/files/file/listen"');
    expect(player).not.toContain('listen?light');
    expect(player).toContain(sound.making);
    expect(player).toContain(fill(sound.lightAbout, { size: '288\u00A0kB' }));
    expect(player).toContain('data-quality="full"');
  });

  test('plays preview audio if wanted, with the full sound as a fallback', () => {
    const light = measured({ state: 'made', sizeBytes: 300_000 });
    const player = heard(light, 'light');
    expect(player).toMatch(/<audio[^>]*><source src="[^"]*listen\?light" type="audio\/mp4; codecs=opus"/);
    expect(player).toMatch(/<source src="[^"]*listen"\/><\/audio>/);
    expect(player).toContain(sound.playsLight);
    expect(player).toContain(fill(sound.light, { size: '300\u00A0kB' }));
    expect(heard(light, 'full')).not.toContain('listen?light');
  });
});

describe('the question before an approval', () => {
  const dialogOf = (openComments: number) =>
    renderToStaticMarkup(
      <DecisionDialogs
        sheets={new Map()}
        files={[fileOf({ openComments })]}
        toDecide={[fileOf({ openComments })]}
        shownFileId={null}
        agreedRounds={null}
        refused={null}
      />,
    );

  test('shows what is wrong with the file', () => {
    const sheets = new Map([['file', { sha256: 'ab'.repeat(32), notes: ['It was cut off.'] }]]);
    const html = renderToStaticMarkup(
      <DecisionDialogs
        sheets={sheets}
        files={[fileOf()]}
        toDecide={[fileOf()]}
        shownFileId={null}
        agreedRounds={null}
        refused={null}
      />,
    );
    expect(html).toContain('It was cut off.');
  });

  test('warns of open comments', () => {
    const [one, many] = words.approval.openComments;
    expect(dialogOf(0)).not.toContain(one);
    expect(dialogOf(1)).toContain(one);
    expect(dialogOf(3)).toContain(fill(many, { count: 'Three' }));
  });
});

describe('the request for changes', () => {
  const dialogs = (files: ProjectFile[], agreedRounds: number | null, refused: RefusedAction | null = null) =>
    renderToStaticMarkup(
      <DecisionDialogs
        sheets={new Map()}
        shownFileId="file"
        toDecide={files.filter(canApprove)}
        {...{ files, agreedRounds, refused }}
      />,
    );
  const [within, beyond] = words.changes.rounds;

  test('says which revision round it begins', () => {
    const [first, second] = [1, 2].map((version) =>
      fileOf({ id: `v${version}`, version, ...(version === 1 ? { state: null, supersededBy: 'v2' } : {}) }),
    );
    const both = first && second ? [second, first] : [];
    expect(dialogs([fileOf()], 2)).toContain(fill(within, { round: '1', agreed: '2' }));
    expect(dialogs(both, 2)).toContain(fill(within, { round: '2', agreed: '2' }));
    expect(dialogs(both, 1)).toContain(fill(beyond, { round: '2', agreed: '1' }));
    expect(dialogs(both, null)).not.toContain('round');
  });

  test('is open with the typed text after it was refused', () => {
    const entries = { fileId: 'file', content: 'Gulls <quieter>' };
    const error = words.changes.tooLong;
    const refused = { action: 'request-changes', status: 422, error, errors: { content: error }, entries };
    const html = dialogs([fileOf()], null, refused);
    expect(html).toContain('Gulls &lt;quieter&gt;</textarea>');
    expect(html).toContain(error);
    expect(html).toMatch(/<dialog[^>]*id="changes-file" open=""/);
    expect(dialogs([fileOf()], null)).toMatch(/<dialog[^>]*id="changes-file" popover="auto"/);
  });

  test('is not offered again; the file can still be approved', () => {
    const requested = fileOf({
      state: 'changes-requested',
      isWaiting: false,
      changesRequestedAt: now,
      changesRequestedByName: 'Runa',
      requestedChanges: 'Gulls quieter',
    });
    const html = dialogs([requested], 2);
    expect(html).toContain('id="approve-file"');
    expect(html).not.toContain('id="changes-file"');
    const table = renderToStaticMarkup(
      <FilesTable
        files={[requested]}
        toDecide={[requested]}
        now={now}
        projectId="project"
        personId="client"
        mayApprove
        error={undefined}
        agreedRounds={null}
      />,
    );
    expect(table).toContain(words.fileStates['changes-requested']);
    expect(table).toContain('Gulls quieter');
    expect(table).toContain('popoverTarget="approve-file"');
    expect(playerOf(requested)).toContain(words.fileStates['changes-requested']);
  });
});

describe('the table of files', () => {
  test('distinguishes files with the same name, and shows which replaced which', () => {
    const older = fileOf({
      id: 'older',
      uploadCount: 2,
      state: null,
      isWaiting: false,
      supersededBy: 'newer',
    });
    const newer = fileOf({ id: 'newer', uploadCount: 2, uploadNumber: 2 });
    const client = {
      projectId: 'project',
      personId: 'client',
      mayApprove: true,
      error: undefined,
      agreedRounds: null,
      toDecide: [newer],
    };
    const markup = renderToStaticMarkup(<FilesTable files={[newer, older]} now={now} {...client} />);
    const table = markup.replaceAll('<wbr/>', '');
    const labels = [1, 2].map((number) =>
      fill(words.files.oneOfSeveral, { file: 'Mix.mp3', number: String(number) }),
    );
    for (const label of labels) expect(table).toContain(`<bdi>${label}</bdi>`);
    expect(table).toContain(fill(words.files.approveFile, { file: labels[1] ?? '' }));
    expect(table).not.toContain(fill(words.files.approveFile, { file: labels[0] ?? '' }));
    const replaced = fill(words.files.superseded, { file: `<bdi>${labels[1]}</bdi>` });
    expect(table).toContain(replaced);
  });
});
