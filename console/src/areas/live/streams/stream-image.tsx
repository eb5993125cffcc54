import type { Livestream } from '@kinora/contract'
import { MovingImage } from './moving-image'

/** The image of a stream that is on air, or a placeholder. */
export function StreamImage({ stream }: { readonly stream: Livestream }) {
  const { displayStatus, urls, playbackToken } = stream
  const isLive = displayStatus === 'Live'
  return (
    <MovingImage url={isLive ? urls.thumbnail : null} token={playbackToken?.value ?? null} isLive={isLive} />
  )
}
