import type { PackagedInit } from '@kinora/media'
import { derivedId } from '../../../platform/database/ids.ts'
import {
  openRecordingTrack,
  type RecordedRendition,
  type RecordedSegment,
  type RecordingTrack,
} from '../../library/index.ts'
import type { Live } from '../live.ts'
import type { RecordedContent } from './open-recording.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

/** Writes one rendition of a recording to the storage, in order. */
export interface TrackWriter {
  addInit(init: PackagedInit): void
  /** @param onWritten called when the segment is stored, or is not going to be */
  addSegment(segment: RecordedSegment, onWritten: () => void): void
  /** Ends the recording of the rendition. */
  breakOff(error: unknown): void
  /** Whether the rendition is no longer recorded: a segment is missing, so later ones would be at wrong times. */
  isBroken(): boolean
  /** Resolves when all earlier writes are done. */
  written(): Promise<void>
  /** Null before the first init segment is stored. */
  track(): RecordingTrack | null
}

/** A recording that exists, and the number of this node's first segment in it. */
export interface OpenedRecording {
  readonly content: RecordedContent
  readonly firstNumber: number
}

/** @param name name of the rendition @param opened null if nothing is recorded
 * @param onBroken called when the recording of the rendition ends early */
export function createTrackWriter(
  live: Pick<Live, 'db' | 'storage' | 'clock' | 'log'>,
  name: string,
  opened: Promise<OpenedRecording | null>,
  onBroken: (error: unknown) => void,
): TrackWriter {
  let written: Promise<void> = Promise.resolve()
  let track: RecordingTrack | null = null
  let isBroken = false

  function breakOff(error: unknown): void {
    isBroken = true
    onBroken(error)
  }

  /** Queues a write. A failure ends the recording of the rendition. */
  function write(task: (recording: OpenedRecording) => Promise<void>): void {
    written = written.then(async () => {
      const recording = await opened
      if (recording === null || isBroken) return
      try {
        await task(recording)
      } catch (error) {
        breakOff(error)
      }
    })
  }

  return {
    addInit(packaged) {
      write(async ({ content, firstNumber }) => {
        track ??= await retryWhileUnavailable(() =>
          openRecordingTrack(live, content, renditionOf(packaged, name, content)),
        )
        // If an earlier node did not record the rendition completely, its next segment would be at a wrong time.
        if (track.before !== firstNumber) throw new Error('it has a hole')
        const own = track
        await retryWhileUnavailable(() => own.addInit(packaged.init, packaged.facts.codecs, packaged.bytes))
      })
    },
    addSegment(segment, onWritten) {
      write(() => retryWhileUnavailable(async () => track?.addSegment(segment)))
      written = written.finally(onWritten)
    },
    breakOff,
    isBroken: () => isBroken,
    written: () => written,
    track: () => track,
  }
}

function renditionOf(
  { rendition, facts }: PackagedInit,
  name: string,
  { id, planned }: RecordedContent,
): RecordedRendition {
  const isVideo = facts.kind === 'video'
  const lines = isVideo ? Math.min(facts.width, facts.height) : 0
  return {
    // A session can have several planned recordings.
    outputId: planned ? derivedId(id, rendition) : rendition,
    name: isVideo ? name : 'audio-0',
    position: isVideo ? lines : 100_000,
    isOriginal: name === 'source',
    codecs: facts.codecs,
    video: isVideo ? { width: facts.width, height: facts.height } : null,
    channels: isVideo ? null : facts.channels,
    sampleRate: isVideo ? null : facts.sampleRate,
  }
}
