import type { LiveRecording } from '@kinora/contract'
import { MovingImage } from '../streams/moving-image'

/** An image of the recording; without one there is no segment yet. */
export function RecordingImage({ recording }: { readonly recording: LiveRecording }) {
  const { playable, urls, playbackToken } = recording
  return (
    <MovingImage url={playable ? urls.thumbnail : null} token={playbackToken?.value ?? null} isLive={false} />
  )
}
