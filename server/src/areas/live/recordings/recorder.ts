import type { Packaged, PackagedInit } from '@kinora/media'
import { and, eq } from 'drizzle-orm'
import {
  countRecordedSegments,
  createRecording,
  openRecordingTrack,
  type RecordedRendition,
  type RecordedSegment,
  type RecordingTrack,
  recordTogether,
} from '../../library/index.ts'
import type { Live } from '../live.ts'
import type { SessionRow } from '../sessions/tables.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { endRecording } from './recording-end.ts'
import { liveRecordings } from './tables.ts'

/** Unstored segments of one session. Beyond it, renditions are no longer recorded. */
const MAX_WAITING_BYTES = 64 * 1024 ** 2
/** A rendition that is so many segments behind the others is no longer recorded. */
const MAX_BEHIND = 3

/** The content of a recording, and the media sequence number of the first segment of this node. */
export interface Recording {
  readonly contentId: string
  readonly firstMsn: number
  /** The number of that segment in the recording: an earlier node may have recorded others. */
  readonly firstNumber: number
}

/** Records what a session packages. */
export interface Recorder {
  /** Takes the next result. Never waits for the storage. */
  take(packaged: Packaged): void
  /** The recording, once its first segment has ended. Null if the storage or the database failed. */
  readonly started: Promise<Recording | null>
  /** Stores what is left. */
  flush(): Promise<void>
  /** Stores what is left, and ends the recording. */
  finish(): Promise<void>
}

interface Track {
  readonly name: string
  /** Number of the next segment. Null before the first one. */
  nextMsn: number | null
  open: { readonly at: Date; readonly isBreak: boolean; readonly parts: Uint8Array[]; frames: number } | null
  /** The end of its earlier writes. */
  written: Promise<void>
  writer: RecordingTrack | null
  /** It has a hole, and its segments would be at the wrong times. */
  isBroken: boolean
}

/** @param nameOf name of a rendition: `source`, `480p`, `audio` */
export function startRecorder(
  live: Pick<Live, 'db' | 'storage' | 'clock' | 'log'>,
  stream: StreamRow,
  session: SessionRow,
  nameOf: (rendition: string) => string,
): Recorder {
  const { db, clock, log } = live
  const tracks = new Map<string, Track>()
  const { promise: started, resolve: setStarted } = Promise.withResolvers<Recording | null>()
  let content: { readonly id: string; readonly environmentId: string } | null = null
  let isCreating = false
  let firstMsn = 0
  /** All tracks have recorded the segments before this one. */
  let nextCommit = 0
  let committed: Promise<void> = Promise.resolve()
  let waitingBytes = 0

  async function create(startedAt: Date): Promise<void> {
    isCreating = true
    try {
      content = await findOrCreate(startedAt)
      const firstNumber = session.nextMsn === 0 ? 0 : await countRecordedSegments(db, content)
      setStarted({ contentId: content.id, firstMsn, firstNumber })
    } catch (error) {
      log.error({ err: error, streamId: stream.id }, 'a live stream cannot be recorded')
      setStarted(null)
    }
  }

  /** Another node may have begun the recording of the session. */
  function findOrCreate(startedAt: Date): Promise<NonNullable<typeof content>> {
    return db.transaction(async (tx) => {
      const { contentId: id, environmentId } = liveRecordings
      const isOwn = and(
        eq(liveRecordings.sessionId, session.id),
        eq(liveRecordings.environmentId, stream.environmentId),
      )
      const [known] = await tx.select({ id, environmentId }).from(liveRecordings).where(isOwn)
      if (known !== undefined) return known
      const made = await createRecording(live, tx, {
        ...{ environmentId: stream.environmentId, title: titleOf(stream, session), tags: stream.tags },
        ...{ addedBy: stream.addedBy, addedById: stream.addedById },
        playbackPolicy: stream.playbackPolicy,
        playbackRestrictions: stream.playbackRestrictions,
      })
      await tx.insert(liveRecordings).values({
        ...{ contentId: made.id, environmentId: made.environmentId, sessionId: session.id },
        ...{ streamId: stream.id, startedAt },
      })
      return made
    })
  }

  function trackOf(rendition: string): Track {
    const known = tracks.get(rendition)
    if (known !== undefined) return known
    const made: Track = {
      ...{ name: nameOf(rendition), nextMsn: null, open: null, written: Promise.resolve() },
      ...{ writer: null, isBroken: false },
    }
    tracks.set(rendition, made)
    return made
  }

  /** Writes after the earlier writes of the track. A failure ends its recording. */
  function write(track: Track, task: () => Promise<void>): void {
    track.written = track.written.then(async () => {
      await started
      if (content === null || track.isBroken) return
      try {
        await task()
      } catch (error) {
        breakOff(track, error)
      }
    })
  }

  function breakOff(track: Track, error: unknown): void {
    track.isBroken = true
    log.error({ err: error, streamId: stream.id, rendition: track.name }, 'a rendition is no longer recorded')
  }

  function addInit(track: Track, packaged: PackagedInit): void {
    write(track, async () => {
      if (content === null) return
      track.writer ??= await openRecordingTrack(live, content, renditionOf(packaged, track.name))
      await track.writer.addInit(packaged.init, packaged.bytes)
    })
  }

  function addSegment(track: Track, msn: number, segment: RecordedSegment): void {
    const { bytes } = segment
    if (track.isBroken) return
    if (!isCreating) {
      firstMsn = msn
      nextCommit = msn
      void create(track.open?.at ?? session.startedAt)
    }
    const expected = track.nextMsn ?? firstMsn
    track.nextMsn = msn + 1
    if (msn !== expected || waitingBytes > MAX_WAITING_BYTES) {
      const reason = msn === expected ? 'the storage is too slow' : `segment ${msn} is not the next one`
      breakOff(track, new Error(reason))
      return
    }
    waitingBytes += bytes.length
    write(track, async () => track.writer?.addSegment(segment))
    track.written = track.written.finally(() => {
      waitingBytes -= bytes.length
    })
    commitWhatIsComplete(msn)
  }

  /** Records the segments that all renditions have, so that the next node can continue all of them at one time. */
  function commitWhatIsComplete(newest: number): void {
    for (const track of tracks.values())
      if ((track.nextMsn ?? firstMsn) < newest - MAX_BEHIND && !track.isBroken)
        breakOff(track, new Error('it is too far behind'))
    const complete = Math.min(...recorded().map(({ nextMsn }) => nextMsn ?? firstMsn))
    if (complete <= nextCommit) return
    nextCommit = complete
    commit(complete - firstMsn)
  }

  const recorded = () => [...tracks.values()].filter(({ isBroken }) => !isBroken)

  /** @param count segments of this node that are complete */
  function commit(count: number): void {
    const written = Promise.all([...tracks.values()].map((track) => track.written))
    committed = committed.then(async () => {
      await written
      if (content === null) return
      const writers = recorded().flatMap(({ writer }) => writer ?? [])
      try {
        await recordTogether(live, content, writers, count)
      } catch (error) {
        for (const track of tracks.values()) breakOff(track, error)
      }
    })
  }

  async function flush(): Promise<void> {
    if (!isCreating) setStarted(null)
    await started
    await Promise.all([...tracks.values()].map(({ written }) => written))
    const complete = Math.min(...recorded().map(({ nextMsn }) => nextMsn ?? firstMsn))
    if (Number.isFinite(complete)) commit(complete - firstMsn)
    await committed
  }

  return {
    started,
    flush,
    take(packaged) {
      const track = trackOf(packaged.rendition)
      if (packaged.type === 'init') addInit(track, packaged)
      else if (packaged.type === 'segment-begun') {
        const { programDateMs, isDiscontinuous: isBreak } = packaged
        track.open = { at: new Date(programDateMs), isBreak, parts: [], frames: 0 }
      } else if (track.open === null) return
      else if (packaged.type === 'part') {
        track.open.parts.push(packaged.bytes)
        track.open.frames += packaged.frames
      } else {
        const { isBreak, parts, frames } = track.open
        const { msn, durationS } = packaged
        addSegment(track, msn, { bytes: Buffer.concat(parts), durationS, frames, isBreak })
        track.open = null
      }
    },
    async finish() {
      await flush()
      if (content === null) return
      await endRecording(live, content, clock.now())
    },
  }
}

function renditionOf({ rendition, facts }: PackagedInit, name: string): RecordedRendition {
  const isVideo = facts.kind === 'video'
  const lines = isVideo ? Math.min(facts.width, facts.height) : 0
  return {
    outputId: rendition,
    name: isVideo ? name : 'audio-0',
    position: isVideo ? lines : 100_000,
    isOriginal: name === 'source',
    codecs: facts.codecs,
    video: isVideo ? { width: facts.width, height: facts.height } : null,
    channels: isVideo ? null : facts.channels,
  }
}

/** The stream's name with the time of its start, which tells recordings of one stream apart. */
function titleOf({ name }: StreamRow, { startedAt }: SessionRow): string {
  return `${name} ${startedAt.toISOString().slice(0, 16).replace('T', ' ')}`
}
