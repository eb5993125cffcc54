import type { Packaged } from '@kinora/media'
import {
  ContentGone,
  countRecordedSegments,
  dropShortRenditions,
  type RecordedSegment,
  recordTogether,
} from '../../library/index.ts'
import type { Live } from '../live.ts'
import type { SessionRow } from '../sessions/tables.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { openRecording } from './open-recording.ts'
import { endRecording } from './recording-end.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'
import { createTrackWriter, type OpenedRecording, type TrackWriter } from './track-writer.ts'

/** Limit of unstored segments of a session. Beyond it, renditions are no longer recorded. */
const MAX_WAITING_BYTES = 64 * 1024 ** 2
/** A rendition that is further behind the others, in segments, is no longer recorded. */
const MAX_BEHIND = 3
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
  readonly writer: TrackWriter
  /** Media sequence number of the next segment. Null before the first one. */
  nextMsn: number | null
  open: { readonly at: Date; readonly isBreak: boolean; readonly parts: Uint8Array[]; frames: number } | null
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
  const { promise: opened, resolve: setOpened } = Promise.withResolvers<OpenedRecording | null>()
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
      const content = await retryWhileUnavailable(() => openRecording(live, stream, session, startedAt))
      const firstNumber =
        session.nextMsn === 0 ? 0 : await retryWhileUnavailable(() => countRecordedSegments(db, content))
      setOpened({ content, firstNumber })
    } catch (error) {
      log.error({ err: error, streamId: stream.id }, 'a live stream cannot be recorded')
      setOpened(null)
    }
  }

  function trackOf(rendition: string): Track {
    const known = tracks.get(rendition)
    if (known !== undefined) return known
    const name = nameOf(rendition)
    const writer = createTrackWriter(live, name, opened, (error) => {
      hasShort = true
      log.error({ err: error, streamId: stream.id, rendition: name }, 'a rendition is no longer recorded')
    })
    const made: Track = { writer, nextMsn: null, open: null }
    tracks.set(rendition, made)
    return made
  }

  function addSegment(track: Track, msn: number, segment: RecordedSegment): void {
    const { bytes } = segment
    if (track.writer.isBroken()) return
    if (!isCreating) {
      firstMsn = msn
      nextCommit = msn
      void create(track.open?.at ?? session.startedAt)
    }
    const expected = track.nextMsn ?? firstMsn
    track.nextMsn = msn + 1
    if (msn !== expected || waitingBytes > MAX_WAITING_BYTES) {
      const reason = msn === expected ? 'the storage is too slow' : `segment ${msn} is not the next one`
      track.writer.breakOff(new Error(reason))
      return
    }
    waitingBytes += bytes.length
    track.writer.addSegment(segment, () => {
      waitingBytes -= bytes.length
    })
    commitWhatIsComplete(msn)
  }

  /** Commits the segments that all renditions have, so that the next node can continue them at the same time. */
  function commitWhatIsComplete(newest: number): void {
    for (const { nextMsn, writer } of recorded())
      if ((nextMsn ?? firstMsn) < newest - MAX_BEHIND) writer.breakOff(new Error('it is too far behind'))
    const complete = Math.min(...recorded().map(({ nextMsn }) => nextMsn ?? firstMsn))
    if (complete <= nextCommit) return
    nextCommit = complete
    commit(complete - firstMsn)
  }

  const recorded = () => [...tracks.values()].filter(({ writer }) => !writer.isBroken())

  const allWritten = () => Promise.all([...tracks.values()].map(({ writer }) => writer.written()))

  /** @param count number of this node's segments that are complete */
  function commit(count: number): void {
    const written = allWritten()
    committed = committed.then(async () => {
      await written
      try {
        await record(count)
      } catch (error) {
        if (error instanceof ContentGone) for (const { writer } of tracks.values()) writer.breakOff(error)
        // The next commit includes these segments.
        else log.warn({ err: error, streamId: stream.id }, 'segments of a recording wait for the database')
      }
    })
  }

  async function record(count: number): Promise<void> {
    const recording = await opened
    if (recording === null) return
    const written = recorded().flatMap(({ writer }) => writer.track() ?? [])
    await recordTogether(live, recording.content, written, count)
    if (!hasShort) return
    hasShort = false
    const kept = written.map(({ outputId }) => outputId)
    await dropShortRenditions(live, recording.content, MAX_BEHIND, kept)
  }

  async function flush(): Promise<void> {
    if (!isCreating) setOpened(null)
    await opened
    await allWritten()
    await committed
    const complete = Math.min(...recorded().map(({ nextMsn }) => nextMsn ?? firstMsn))
    if (Number.isFinite(complete)) await retryWhileUnavailable(() => record(complete - firstMsn))
  }

  return {
    started: opened.then(
      (recording) =>
        recording && { contentId: recording.content.id, firstMsn, firstNumber: recording.firstNumber },
    ),
    flush,
    take(packaged) {
      const track = trackOf(packaged.rendition)
      if (packaged.type === 'init') track.writer.addInit(packaged)
      else if (packaged.type === 'segment-begun') {
        const { programDateMs, isDiscontinuous: isBreak } = packaged
        track.open = { at: new Date(programDateMs), isBreak, parts: [], frames: 0 }
      } else if (track.open === null) return
      else if (packaged.type === 'part') {
        track.open.parts.push(packaged.bytes)
        track.open.frames += packaged.frames
      } else {
        const { at, isBreak, parts, frames } = track.open
        const { msn, durationS } = packaged
        const bytes = Buffer.concat(parts)
        addSegment(track, msn, { bytes, durationS, frames, isBreak, startedMs: at.getTime() })
        track.open = null
      }
    },
    async finish() {
      await flush()
      const recording = await opened
      if (recording !== null) await endRecording(live, recording.content, clock.now())
    },
  }
}
