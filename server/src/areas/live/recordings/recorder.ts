import { setTimeout as pause } from 'node:timers/promises'
import type { Packaged, PackagedInit } from '@kinora/media'
import { and, eq } from 'drizzle-orm'
import {
  ContentGone,
  countRecordedSegments,
  createRecording,
  dropShortRenditions,
  openRecordingTrack,
  type RecordedRendition,
  type RecordedSegment,
  type RecordingTrack,
  recordTogether,
} from '../../library/index.ts'
import type { Live } from '../live.ts'
import type { SessionRow } from '../sessions/tables.ts'
import { liveRecordings } from '../sessions/tables.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { endRecording } from './recording-end.ts'

/** Limit of unstored segments of a session. Beyond it, renditions are no longer recorded. */
const MAX_WAITING_BYTES = 64 * 1024 ** 2
/** A rendition that is further behind the others, in segments, is no longer recorded. */
const MAX_BEHIND = 3
/** Attempts while the database or the storage is unavailable. */
const MAX_ATTEMPTS = 30
const ATTEMPT_MS = 1000

/** Content of a recording, and the media sequence number of this node's first segment. */
export interface Recording {
  readonly contentId: string
  readonly firstMsn: number
  /** The number of that segment in the recording: an earlier node may have recorded others. */
  readonly firstNumber: number
}

/** Records what a session packages. */
export interface Recorder {
  /** Takes the next output of the packager. Never waits for the storage. */
  take(packaged: Packaged): void
  /** The recording, once its first segment has ended. Null if the storage or the database failed. */
  readonly started: Promise<Recording | null>
  /** Stores pending segments. */
  flush(): Promise<void>
  /** Stores pending segments and ends the recording. */
  finish(): Promise<void>
}

interface Track {
  readonly name: string
  /** Media sequence number of the next segment. Null before the first one. */
  nextMsn: number | null
  open: { readonly at: Date; readonly isBreak: boolean; readonly parts: Uint8Array[]; frames: number } | null
  /** Resolves when all earlier writes of the track are done. */
  written: Promise<void>
  writer: RecordingTrack | null
  /** Whether the track is no longer recorded: a segment is missing, so later ones would be at wrong times. */
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
  /** Media sequence number before which all tracks are recorded. */
  let nextCommit = 0
  let committed: Promise<void> = Promise.resolve()
  let waitingBytes = 0
  /** Whether a rendition has ended before the others. */
  let hasShort = false

  async function create(startedAt: Date): Promise<void> {
    isCreating = true
    try {
      const own = await insist(() => findOrCreate(startedAt))
      const firstNumber = session.nextMsn === 0 ? 0 : await insist(() => countRecordedSegments(db, own))
      content = own
      setStarted({ contentId: content.id, firstMsn, firstNumber })
    } catch (error) {
      log.error({ err: error, streamId: stream.id }, 'a live stream cannot be recorded')
      setStarted(null)
    }
  }

  /** Finds the recording of the session, which an earlier node may have begun, or creates it. */
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
        environmentId: stream.environmentId,
        title: titleOf(stream, session),
        tags: stream.tags,
        addedBy: stream.addedBy,
        addedById: stream.addedById,
        playbackPolicy: stream.playbackPolicy,
        playbackRestrictions: stream.playbackRestrictions,
      })
      await tx.insert(liveRecordings).values({
        contentId: made.id,
        environmentId: made.environmentId,
        sessionId: session.id,
        streamId: stream.id,
        startedAt,
      })
      return made
    })
  }

  function trackOf(rendition: string): Track {
    const known = tracks.get(rendition)
    if (known !== undefined) return known
    const made: Track = {
      name: nameOf(rendition),
      nextMsn: null,
      open: null,
      written: Promise.resolve(),
      writer: null,
      isBroken: false,
    }
    tracks.set(rendition, made)
    return made
  }

  /** Queues a write of the track. A failure ends the recording of the track. */
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
    hasShort = true
    log.error({ err: error, streamId: stream.id, rendition: track.name }, 'a rendition is no longer recorded')
  }

  function addInit(track: Track, packaged: PackagedInit): void {
    write(track, async () => {
      if (content === null) return
      const own = content
      const rendition = renditionOf(packaged, track.name)
      track.writer ??= await insist(() => openRecordingTrack(live, own, rendition))
      // If an earlier node did not record the track completely, its next segment would be at a wrong time.
      const recording = await started
      if (track.writer.before !== recording?.firstNumber) throw new Error('it has a hole')
      const { writer } = track
      await insist(() => writer.addInit(packaged.init, packaged.bytes))
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
    write(track, () => insist(async () => track.writer?.addSegment(segment)))
    track.written = track.written.finally(() => {
      waitingBytes -= bytes.length
    })
    commitWhatIsComplete(msn)
  }

  /** Commits the segments that all renditions have, so that the next node can continue them at the same time. */
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

  /** @param count number of this node's segments that are complete */
  function commit(count: number): void {
    const written = Promise.all([...tracks.values()].map((track) => track.written))
    committed = committed.then(async () => {
      await written
      try {
        await record(count)
      } catch (error) {
        if (error instanceof ContentGone) for (const track of tracks.values()) breakOff(track, error)
        // The next commit includes these segments.
        else log.warn({ err: error, streamId: stream.id }, 'segments of a recording wait for the database')
      }
    })
  }

  async function record(count: number): Promise<void> {
    if (content === null) return
    const writers = recorded().flatMap(({ writer }) => writer ?? [])
    await recordTogether(live, content, writers, count)
    if (!hasShort) return
    hasShort = false
    const kept = writers.map(({ outputId }) => outputId)
    await dropShortRenditions(live, content, MAX_BEHIND, kept)
  }

  async function flush(): Promise<void> {
    if (!isCreating) setStarted(null)
    await started
    await Promise.all([...tracks.values()].map(({ written }) => written))
    await committed
    const complete = Math.min(...recorded().map(({ nextMsn }) => nextMsn ?? firstMsn))
    if (Number.isFinite(complete)) await insist(() => record(complete - firstMsn))
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

/** Retries while the database or the storage is unavailable. @throws the error of the last attempt, or ContentGone */
async function insist<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await task()
    } catch (error) {
      if (error instanceof ContentGone || attempt === MAX_ATTEMPTS) throw error
      await pause(ATTEMPT_MS)
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
    sampleRate: isVideo ? null : facts.sampleRate,
  }
}

/** Title of a recording: the name of the stream with the start time. */
function titleOf({ name }: StreamRow, { startedAt }: SessionRow): string {
  return `${name} ${startedAt.toISOString().slice(0, 16).replace('T', ' ')}`
}
