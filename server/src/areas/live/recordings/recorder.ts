import type { Packaged, PackagedInit } from '@kinora/media'
import { and, eq } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/log.ts'
import {
  createRecording,
  finishRecording,
  openRecordingTrack,
  type RecordedRendition,
  type RecordingTrack,
  setRecordedDuration,
} from '../../library/index.ts'
import type { Live } from '../live.ts'
import type { SessionRow } from '../sessions/tables.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { liveRecordings } from './tables.ts'

/** Recordings are available for 12 hours after the end. */
const KEPT_S = 12 * 3600
/** Unstored segments of one session. Beyond it, segments are left out of the recording. */
const MAX_WAITING_BYTES = 64 * 1024 ** 2
const FRAME_RATE = 30

/** Records what a session packages. */
export interface Recorder {
  /** Takes the next result. Never waits for the storage. */
  take(packaged: Packaged): void
  /** The recording, once its first segment has ended. Null if the storage or the database failed. */
  readonly started: Promise<{ readonly contentId: string; readonly firstMsn: number } | null>
  /** Stores what is left, and ends the recording. */
  finish(): Promise<void>
}

interface Track {
  readonly name: string
  /** The number of the next segment to record. Null before the first one. */
  nextMsn: number | null
  open: {
    readonly msn: number
    readonly at: Date
    readonly isBreak: boolean
    readonly parts: Uint8Array[]
  } | null
  tasks: Promise<void>
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
  const { promise: started, resolve: setStarted } = Promise.withResolvers<Awaited<Recorder['started']>>()
  let content: { readonly id: string; readonly environmentId: string } | null = null
  let isCreating = false
  let firstMsn: number | null = null
  /** Wall-clock time of the first segment. */
  let startedAt = session.startedAt
  let waitingBytes = 0

  async function create(): Promise<void> {
    isCreating = true
    try {
      content = await db.transaction(async (tx) => {
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
      setStarted({ contentId: content.id, firstMsn: firstMsn ?? 0 })
    } catch (error) {
      log.error({ err: error, streamId: stream.id }, 'a live stream cannot be recorded')
      setStarted(null)
    }
  }

  function trackOf(rendition: string): Track {
    const known = tracks.get(rendition)
    if (known !== undefined) return known
    const made: Track = {
      ...{ name: nameOf(rendition), nextMsn: null, open: null, tasks: Promise.resolve() },
      ...{ writer: null, isBroken: false },
    }
    tracks.set(rendition, made)
    return made
  }

  /** Runs after the earlier tasks of the track. A failure ends its recording. */
  function later(track: Track, task: () => Promise<void>): void {
    track.tasks = track.tasks.then(async () => {
      await started
      if (content === null || track.isBroken) return
      try {
        await task()
      } catch (error) {
        breakOff(track, error)
      }
    })
  }

  /** Whether the duration of the recording follows this track. */
  const isFirst = (track: Track) => tracks.values().next().value === track

  function breakOff(track: Track, error: unknown): void {
    track.isBroken = true
    log.error({ err: error, streamId: stream.id, rendition: track.name }, 'a rendition is no longer recorded')
  }

  function addInit(track: Track, packaged: PackagedInit): void {
    later(track, async () => {
      if (content === null) return
      track.writer ??= await openRecordingTrack(live, content, renditionOf(packaged, track.name))
      await track.writer.addInit(packaged.init, packaged.bytes)
    })
  }

  function addSegment(
    track: Track,
    msn: number,
    isBreak: boolean,
    bytes: Uint8Array,
    durationS: number,
  ): void {
    waitingBytes += bytes.length
    later(track, async () => {
      await track.writer?.addSegment(bytes, durationS, isBreak)
      if (content === null || !isFirst(track) || track.writer === null) return
      await setRecordedDuration(live, content, track.writer.durationS(), null)
    })
    track.tasks = track.tasks.then(() => {
      waitingBytes -= bytes.length
    })
  }

  return {
    started,
    take(packaged) {
      const track = trackOf(packaged.rendition)
      if (packaged.type === 'init') addInit(track, packaged)
      else if (packaged.type === 'segment-begun') track.open = openSegment(packaged)
      else if (packaged.type === 'part') track.open?.parts.push(packaged.bytes)
      else if (track.open !== null) {
        const { msn, at, isBreak, parts } = track.open
        track.open = null
        firstMsn ??= msn
        if (!isCreating) {
          startedAt = at
          void create()
        }
        const isNext = msn === (track.nextMsn ?? firstMsn)
        track.nextMsn = msn + 1
        if (track.isBroken) return
        if (!isNext) breakOff(track, new Error(`segment ${msn} is not the next one`))
        else if (waitingBytes > MAX_WAITING_BYTES) breakOff(track, new Error('the storage is too slow'))
        else addSegment(track, msn, isBreak, Buffer.concat(parts), packaged.durationS)
      }
    },
    async finish() {
      if (!isCreating) setStarted(null)
      await started
      await Promise.all([...tracks.values()].map(({ tasks }) => tasks))
      if (content === null) return
      const endedAt = clock.now()
      const durations = [...tracks.values()].map(({ writer }) => writer?.durationS() ?? 0)
      const durationS = Math.max(0, ...durations)
      await finishRecording(live, content, { durationS, expiresAt: addSeconds(endedAt, KEPT_S) })
      const isOwn = and(
        eq(liveRecordings.contentId, content.id),
        eq(liveRecordings.environmentId, content.environmentId),
      )
      await db.update(liveRecordings).set({ endedAt }).where(isOwn)
    },
  }
}

function openSegment({ msn, programDateMs, isDiscontinuous }: Extract<Packaged, { type: 'segment-begun' }>) {
  return { msn, at: new Date(programDateMs), isBreak: isDiscontinuous, parts: [] }
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
    video: isVideo ? { width: facts.width, height: facts.height, frameRate: FRAME_RATE } : null,
    channels: isVideo ? null : facts.channels,
  }
}

/** The stream's name with the time of its start, which tells recordings of one stream apart. */
function titleOf({ name }: StreamRow, { startedAt }: SessionRow): string {
  return `${name} ${startedAt.toISOString().slice(0, 16).replace('T', ' ')}`
}
