import { watchForPicture } from '../picture-watch.ts'
import { LIVE_TICKS, type LiveSink, type SourceFault } from '../source.ts'
import { gateTracks } from '../start/track-gate.ts'
import { createUnwrap, unwrapNear } from '../unwrap.ts'
import { readAudioTag } from './audio-tag.ts'
import { cuePointsOf, type ScriptValue } from './cue-point.ts'
import { readVideoTag } from './video-tag.ts'

/** Converts the bodies of FLV tags to tracks and packets. Times are milliseconds as unsigned 32-bit numbers. */
export interface FlvSource {
  video(timestampMs: number, body: Uint8Array): FlvResult
  audio(timestampMs: number, body: Uint8Array): FlvResult
  /** Takes script data. Cues are read, and whether the source has video. */
  script(timestampMs: number, values: readonly ScriptValue[]): void
  /** Says whether the source has video, so that audio need not wait for it. */
  expectVideo(isExpected: boolean): void
}

export type FlvResult = 'taken' | SourceFault

const TICKS_PER_MS = LIVE_TICKS / 1000

export function createFlvSource(sink: LiveSink): FlvSource {
  const gate = gateTracks(sink)
  const watch = watchForPicture((reason) => sink.noPicture?.(reason))
  // Shared by video and audio, so that they stay in sync when the clock wraps.
  const continueTime = createUnwrap(32)
  let lastMs: number | null = null
  const unwrap = (timestampMs: number) => {
    lastMs = continueTime(timestampMs)
    return lastMs
  }
  return {
    expectVideo: gate.expectVideo,
    video(timestampMs, body) {
      const dts = unwrap(timestampMs) * TICKS_PER_MS
      const tag = readVideoTag(body)
      if (tag.type === 'config' || tag.type === 'frame') gate.expectVideo(true)
      if (tag.type === 'not-supported') return tag.fault
      if (tag.type === 'config') {
        watch.config()
        gate.track(tag.track)
      }
      if (tag.type === 'frame') {
        watch.frame(dts, tag.isKey)
        const { ctsMs, isKey, isOpen, data } = tag
        gate.packet({ kind: 'video', dts, cts: ctsMs * TICKS_PER_MS, isKey, isOpen, data })
      }
      return 'taken'
    },
    audio(timestampMs, body) {
      const dts = unwrap(timestampMs) * TICKS_PER_MS
      const tag = readAudioTag(body)
      if (tag.type === 'not-supported') return tag.fault
      if (tag.type === 'config') gate.track(tag.track)
      if (tag.type === 'frame') gate.packet({ kind: 'audio', dts, cts: 0, isKey: true, data: tag.data })
      return 'taken'
    },
    script(timestampMs, values) {
      const at = lastMs === null ? timestampMs : unwrapNear(timestampMs, lastMs, 32)
      const hasVideo = announcesVideo(values)
      if (hasVideo !== null) gate.expectVideo(hasVideo)
      for (const cue of cuePointsOf(values, at)) sink.cue(cue)
    },
  }
}

/** Whether the metadata of a source announces video. Null if the message is no metadata. */
function announcesVideo(values: readonly ScriptValue[]): boolean | null {
  if (!values.includes('onMetaData')) return null
  const fields = values.find((value) => value instanceof Map)
  if (fields === undefined || fields.has('videocodecid')) return fields !== undefined
  // Some encoders name neither codec.
  return fields.has('audiocodecid') ? false : null
}
