import type { Livestream } from '@kinora/contract'
import { MovingImage } from './moving-image'

/** Image of a stream on air, or a placeholder. */
export function StreamImage({ stream }: { readonly stream: Livestream }) {
  const { displayStatus, urls, playbackToken } = stream
  const isLive = displayStatus === 'Live'
  return (
    <MovingImage url={isLive ? urls.thumbnail : null} token={playbackToken?.value ?? null} isLive={isLive} />
  )
}
