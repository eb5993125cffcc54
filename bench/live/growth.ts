import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { appendSegments } from '../../server/src/areas/library/encoding/segments.ts'
import {
  createRecording,
  getRecordingPlaybackId,
  openRecordingTrack,
  type RecordedRendition,
  type RecordingLibrary,
  recordTogether,
} from '../../server/src/areas/library/recordings/recordings.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { uuidv7 } from '../../server/src/platform/database/ids.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { diskStorage } from '../../server/src/platform/storage/disk.ts'
import type { Bench } from '../tools/bench.ts'
import { median, secondsOf } from '../tools/measure.ts'
import { milliseconds, type Row, ratioRow } from '../tools/table.ts'
import { entriesOf } from '../tools/viewer.ts'

const SEGMENT_S = 2
const HOUR = 3600 / SEGMENT_S
/** Segments of one measurement: five minutes. */
const MEASURED = 150
const SEGMENT_BYTES = 2000
const PLAYLIST_TIMES = 5
const MOST_GROWTH = 1.3

type Library = RecordingLibrary & { close(): Promise<void> }

const renditions: readonly Omit<RecordedRendition, 'outputId'>[] = [
  ...[240, 360, 480, 720].map((lines) => ({
    name: lines === 720 ? 'source' : `${lines}p`,
    position: lines,
    isOriginal: lines === 720,
    codecs: 'avc1.64001f',
    channels: null,
    sampleRate: null,
    video: { width: 2 * Math.round((lines * 8) / 9), height: lines },
  })),
  {
    name: 'audio-0',
    position: 100_000,
    isOriginal: false,
    codecs: 'mp4a.40.2',
    channels: 2,
    sampleRate: 48_000,
    video: null,
  },
]

/** Measures the cost of a recording after an hour and after twelve. Earlier hours are rows only, without their media. */
export async function growthRows(bench: Bench): Promise<Row[]> {
  const library = openLibrary(bench)
  try {
    const hour = await recordingAfter(library, bench, 1)
    const day = await recordingAfter(library, bench, 12)
    return [
      ratioRow(
        'recording a segment of 5 renditions after 12 hours, compared with 1 hour',
        { ours: day.segmentS, against: hour.segmentS },
        milliseconds,
        { most: MOST_GROWTH },
      ),
      ratioRow(
        'playlist of the recording for each hour in it, after 12 hours, compared with 1 hour',
        { ours: day.playlistS / 12, against: hour.playlistS },
        milliseconds,
        { most: MOST_GROWTH },
      ),
    ]
  } finally {
    await library.close()
  }
}

function openLibrary({ kinora, folder }: Bench): Library {
  const { db, close } = openDatabase(kinora.databaseUrl, 2, createLog('error'))
  const root = join(folder, 'data/storage')
  const storage = diskStorage({ root, secret: 'bench', clock: systemClock, bootId: null })
  return { db, storage, clock: systemClock, close }
}

async function recordingAfter(library: Library, { owner }: Bench, hours: number) {
  const content = await library.db.transaction((tx) =>
    createRecording(library, tx, {
      environmentId: owner.environmentId ?? '',
      title: `After ${hours} h`,
      tags: [],
      addedBy: 'bench',
      addedById: null,
      streamId: uuidv7(),
      recordedFrom: systemClock.now(),
      playbackPolicy: 'public',
      playbackRestrictions: {
        allowedReferrers: [],
        allowNoReferrer: true,
        playableFrom: null,
        playableUntil: null,
      },
    }),
  )
  const made = renditions.map((each) => ({ ...each, outputId: uuidv7() }))
  const bytes = randomBytes(SEGMENT_BYTES)
  for (const each of made) {
    const track = await openRecordingTrack(library, content, each)
    await track.addInit(0, each.codecs, bytes)
    await library.db.transaction((tx) =>
      appendSegments(
        tx,
        content,
        each.outputId,
        0,
        Array.from({ length: hours * HOUR }, () => [SEGMENT_S, SEGMENT_BYTES]),
      ),
    )
  }
  const tracks = await Promise.all(made.map((each) => openRecordingTrack(library, content, each)))
  const taken: number[] = []
  for (let count = 1; count <= MEASURED; count += 1)
    taken.push(
      await secondsOf(async () => {
        for (const track of tracks) {
          const isVideo = track.codecs().startsWith('avc1')
          const frames = isVideo ? 60 : 94
          await track.addSegment({ bytes, durationS: SEGMENT_S, frames, isBreak: false, startedMs: 0 })
        }
        await recordTogether(library, content, tracks, count)
      }),
    )
  const playbackId = await getRecordingPlaybackId(library.db, content)
  const [media = ''] = await entriesOf(`${owner.url}/play/${playbackId}.m3u8`)
  const playlists: number[] = []
  for (let n = 0; n < PLAYLIST_TIMES; n += 1)
    playlists.push(await secondsOf(async () => (await fetch(media)).text()))
  return { segmentS: median(taken), playlistS: median(playlists) }
}
