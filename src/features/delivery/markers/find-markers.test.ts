import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import sound from '#content/sound.yaml';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import { fileComments, files } from '#src/features/files/store/file.table.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import {
  makePerson,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { findMarkers } from './find-markers.ts';
import { markerFormats, serveMarkers } from './serve-markers.ts';

const everything = { of: undefined };

describeOnOneDatabase('the markers of a recording', (open) => {
  async function openWithComments() {
    const { db } = await open();
    const { team, client, projectId } = await makeTestProject(db);
    const { fileId } = await makeFile(db, team, projectId);
    const comment = (atMs: number, content: string, doneAt: Date | null = null) => ({
      id: uuidv7(),
      fileId,
      authorId: client.id,
      authorName: client.name,
      sender: 'client' as const,
      atMs,
      content,
      madeAt: testNow,
      doneAt,
    });
    const second = comment(9000, 'Second');
    await db
      .insert(fileComments)
      .values([
        { ...second, untilMs: 10_000 },
        { ...comment(9000, 'Yes [x]'), replyTo: second.id, authorName: 'Ada Brandt' },
        comment(1500, 'First\r\n\tof two\u2028lines'),
        comment(5000, 'Done', testNow),
        comment(12_000, 'x'.repeat(5000)),
      ]);
    return {
      db,
      fileId,
      client,
      team,
      services: { ...testServices(), db, config: { dataDir: '/nowhere' } } as unknown as Services,
    };
  }

  test('are its open comments in order, on one line each', async () => {
    const { db, fileId } = await openWithComments();
    const found = await findMarkers(db, everything, fileId);
    expect(found?.markers.slice(0, 2)).toEqual([
      { atMs: 1500, untilMs: null, text: 'Runa Vestergaard: First of two lines' },
      { atMs: 9000, untilMs: 10_000, text: 'Runa Vestergaard: Second / Ada Brandt: Yes [x]' },
    ]);
    expect([...(found?.markers[2]?.text ?? '')]).toHaveLength(200);
  });

  test('are saved under the name of the recording', async () => {
    const { fileId, services } = await openWithComments();
    const answer = await serveMarkers(
      { services, sight: everything, asker: '', isHead: false },
      fileId,
      'rpp',
    );
    expect(answer?.headers.get('content-disposition')).toContain('Tidewater_R3_mix_v2 markers.rpp');
    expect(await answer?.text()).toContain('MARKER 1 1.500 "Runa Vestergaard: First of two lines" 0');
  });

  test('are available in every format to the client and the team only', async () => {
    const { db, fileId, services, client, team } = await openWithComments();
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    const { wave: _copy, ...formats } = markerFormats;
    expect(Object.values(formats)).toEqual([
      'rpp',
      'reaper.csv',
      'mid',
      'audition.csv',
      'edl',
      'audacity.txt',
      'md',
    ]);
    for (const format of Object.values(formats)) {
      const statusFor = async (person: Person) =>
        (
          await serveMarkers(
            { services, sight: { of: visibleTo(person) }, asker: person.id, isHead: false },
            fileId,
            format,
          )
        )?.status;
      expect([await statusFor(client), await statusFor(team), await statusFor(stranger)]).toEqual([
        200,
        200,
        undefined,
      ]);
    }
  });

  test('are a checklist in which completed comments are ticked', async () => {
    const { fileId, services } = await openWithComments();
    const list = await (
      await serveMarkers({ services, sight: everything, asker: '', isHead: false }, fileId, 'md')
    )?.text();
    expect(list?.split('\n').slice(2, 6)).toEqual([
      '- [ ] 0:01.500 Runa Vestergaard: First of two lines',
      '- [x] 0:05.000 Runa Vestergaard: Done',
      '- [ ] 0:09.000–0:10.000 Runa Vestergaard: Second',
      String.raw`  - Ada Brandt: Yes \[x\]`,
    ]);
  });

  test("for Resolve use the picture's frame rate, else the chosen one, else 24", async () => {
    const { db, fileId, services } = await openWithComments();
    const edl = async (frameRate: string | null = null) => {
      const asked = { services, sight: everything, asker: '', isHead: false, frameRate };
      const answer = await serveMarkers(asked, fileId, 'edl');
      return { status: answer?.status, text: (await answer?.text()) ?? '' };
    };
    expect((await edl()).text).toContain(' 01:00:01:12 01:00:01:13 ');
    expect((await edl('25')).text).toContain(' 01:00:01:13 01:00:01:14 ');
    expect((await edl('29.97')).text).toContain('FCM: DROP FRAME');
    for (const unknown of ['', '13', 'constructor'])
      expect(await edl(unknown)).toEqual({ status: 400, text: sound.markers.unknownRate });
    await db.update(soundMeasurements).set({ picture: { lengthS: 20, frameRate: 60_000 / 1001 } });
    expect((await edl()).text).toContain(' 01:00:01;30 01:00:01;31 ');
    expect((await edl('25')).text).toContain(' 01:00:01:13 01:00:01:14 ');
  });

  test('are not found for an unknown recording or format, or unsuitable audio', async () => {
    const { db, fileId, services } = await openWithComments();
    await db.update(files).set({ mediaType: 'audio/flac' });
    expect(
      await serveMarkers({ services, sight: everything, asker: '', isHead: false }, uuidv7(), 'rpp'),
    ).toBeNull();
    expect(
      await serveMarkers({ services, sight: everything, asker: '', isHead: false }, "x'--", 'rpp'),
    ).toBeNull();
    expect(
      await serveMarkers({ services, sight: everything, asker: '', isHead: false }, fileId, 'toString'),
    ).toBeNull();
    expect(
      await serveMarkers({ services, sight: everything, asker: '', isHead: false }, fileId, 'wav'),
    ).toBeNull();
  });
});
