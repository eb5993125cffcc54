import type Hls from 'hls.js'
import { Events, type InterstitialAssetStartedData } from 'hls.js'

/** hls.js checks its clock four times a second, so it starts the ads at most this long after the break. */
const MAX_DELAY_S = 1
/** A seek to the exact time of a frame can show the frame before it. */
const SEEK_MARGIN_S = 0.002

/**
 * Resumes a video after interstitials at the first frame that the viewer has not seen. hls.js starts the ads some frames
 * after the break, and would repeat these frames. Does nothing in browsers without `requestVideoFrameCallback`.
 * @returns a function that stops it
 */
export function resumeAtNextFrame(hls: Hls, video: HTMLVideoElement): () => void {
  if (!('requestVideoFrameCallback' in video)) return () => {}
  let lastFrame: VideoFrameCallbackMetadata | null = null
  let frameDurationS = 0
  /** Start of the break, until its first ad shows a frame. */
  let breakStartS: number | null = null
  let resumeAtS: number | null = null

  const noteFrame = (_now: number, frame: VideoFrameCallbackMetadata) => {
    const stepS = frame.mediaTime - (lastFrame?.mediaTime ?? 0)
    // The time of each ad starts at zero.
    if (stepS < 0) breakStartS = null
    const frames = frame.presentedFrames - (lastFrame?.presentedFrames ?? 0)
    if (frames > 0 && stepS > 0 && stepS < MAX_DELAY_S) frameDurationS = stepS / frames
    lastFrame = frame
    updateResumeTime()
    handle = video.requestVideoFrameCallback(noteFrame)
  }
  let handle = video.requestVideoFrameCallback(noteFrame)

  function updateResumeTime(): void {
    if (breakStartS === null || lastFrame === null) return
    const nextFrameS = lastFrame.mediaTime + frameDurationS
    if (nextFrameS > breakStartS && nextFrameS < breakStartS + MAX_DELAY_S)
      resumeAtS = nextFrameS + SEEK_MARGIN_S
  }
  function onAdStarted(_event: string, { event, assetListIndex }: InterstitialAssetStartedData): void {
    if (assetListIndex > 0) return
    resumeAtS = null
    // There is no frame before a pre-roll. A break with another resume offset replaces a part of the video.
    const isBetween = lastFrame !== null && event.resumeOffset === 0
    breakStartS = isBetween ? event.startTime : null
    updateResumeTime()
  }
  function onVideoResumed(): void {
    if (resumeAtS !== null) hls.startLoad(resumeAtS)
    resumeAtS = null
  }
  hls.on(Events.INTERSTITIAL_ASSET_STARTED, onAdStarted)
  hls.on(Events.INTERSTITIALS_PRIMARY_RESUMED, onVideoResumed)
  return () => {
    hls.off(Events.INTERSTITIAL_ASSET_STARTED, onAdStarted)
    hls.off(Events.INTERSTITIALS_PRIMARY_RESUMED, onVideoResumed)
    video.cancelVideoFrameCallback(handle)
  }
}
