import type { Livestream } from '@kinora/contract'
import { StreamChannels } from './stream-channels'

/** Ad channels of a live stream. */
export function LiveChannels({ stream: { id, environmentId } }: { readonly stream: Livestream }) {
  return <StreamChannels environmentId={environmentId} streamId={id} type="live" />
}
