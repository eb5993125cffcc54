import type { LiveRecording } from '@kinora/contract'
import { MovingImage } from '../streams/moving-image'

/** Image of the recording. A placeholder until the first segment is stored. */
export function RecordingImage({ recording }: { readonly recording: LiveRecording }) {
  const { playable, urls, playbackToken } = recording
  return (
    <MovingImage url={playable ? urls.thumbnail : null} token={playbackToken?.value ?? null} isLive={false} />
  )
}
