/** Frame counting of a sheet. */
export interface FrameCount {
  /** Frames per second of timecode. */
  readonly perSecond: number
  /** Frames per real second: less at 23.976, 29.97 or 59.94. */
  readonly rate: number
  /** Drop frame: timecode skips some frame numbers to follow real time (SMPTE ST 12-1). */
  readonly isDrop: boolean
}

const DEFAULT_RATE = 25
const SLOWER = 1000 / 1001

/** @param videoRate frames per second of the video, null if unknown */
export function frameCountOf(videoRate: number | null, isDrop: boolean): FrameCount {
  const given = videoRate === null || videoRate < 1 ? DEFAULT_RATE : videoRate
  const nearest = Math.round(given)
  const isSlower = Math.abs(given - nearest * SLOWER) < Math.abs(given - nearest)
  if (!isDrop) return { perSecond: nearest, rate: isSlower ? nearest * SLOWER : given, isDrop }
  // Only these two rates drop frames.
  const perSecond = nearest === 60 ? 60 : 30
  return { perSecond, rate: perSecond * SLOWER, isDrop }
}

/** Number of frames before a timecode such as `01:00:10:12`. Null if the text is not a timecode. */
export function framesBefore(timecode: string, { perSecond, isDrop }: FrameCount): number | null {
  const parts = /^(\d{1,3}):([0-5]\d):([0-5]\d)[:;](\d{2})$/.exec(timecode)?.slice(1).map(Number)
  if (parts === undefined) return null
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = parts
  const allMinutes = hours * 60 + minutes
  const dropped = isDrop ? (perSecond / 15) * (allMinutes - Math.floor(allMinutes / 10)) : 0
  return (allMinutes * 60 + seconds) * perSecond + frames - dropped
}
