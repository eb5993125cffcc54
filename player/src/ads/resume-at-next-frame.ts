import type Hls from 'hls.js'
import { Events, type InterstitialAssetStartedData } from 'hls.js'

/** Of pictures after a break. hls.js looks at its clock four times a second. */
const MOST_LATE_S = 1
/** A seek to the very time of a picture can end at the one before it. */
const INSIDE_S = 0.002

/** Makes hls.js return to the first picture that was not shown yet: it leaves the video some pictures after the break, and
 * would show these again. Browsers without `requestVideoFrameCallback` show them again.
 * @returns a function that ends it */
export function resumeAtNextFrame(hls: Hls, video: HTMLVideoElement): () => void {
  if (!('requestVideoFrameCallback' in video)) return () => {}
  let shown: VideoFrameCallbackMetadata | null = null
  let lengthS = 0
  /** Where the break is whose ads do not show yet. */
  let leftAtS: number | null = null
  /** Where the first picture is that was not shown before the ads. */
  let nextS: number | null = null

  const look = (_now: number, frame: VideoFrameCallbackMetadata) => {
    const stepS = frame.mediaTime - (shown?.mediaTime ?? 0)
    // Ads have a clock of their own.
    if (stepS < 0) leftAtS = null
    const pictures = frame.presentedFrames - (shown?.presentedFrames ?? 0)
    if (pictures > 0 && stepS > 0 && stepS < MOST_LATE_S) lengthS = stepS / pictures
    shown = frame
    setNext()
    handle = video.requestVideoFrameCallback(look)
  }
  let handle = video.requestVideoFrameCallback(look)

  function setNext(): void {
    if (leftAtS === null || shown === null) return
    const afterS = shown.mediaTime + lengthS
    if (afterS > leftAtS && afterS < leftAtS + MOST_LATE_S) nextS = afterS + INSIDE_S
  }
  function started(_event: string, { event, assetListIndex }: InterstitialAssetStartedData): void {
    if (assetListIndex > 0) return
    nextS = null
    // Some breaks hide what they replace.
    leftAtS = event.resumeOffset === 0 ? event.startTime : null
    setNext()
  }
  function resumed(): void {
    if (nextS !== null) hls.startLoad(nextS)
    nextS = null
  }
  hls.on(Events.INTERSTITIAL_ASSET_STARTED, started)
  hls.on(Events.INTERSTITIALS_PRIMARY_RESUMED, resumed)
  return () => {
    hls.off(Events.INTERSTITIAL_ASSET_STARTED, started)
    hls.off(Events.INTERSTITIALS_PRIMARY_RESUMED, resumed)
    video.cancelVideoFrameCallback(handle)
  }
}
