import type { Content, MetricId } from '@kinora/contract'
import { TabFrame } from '../tab-frame'
import { NowWatching } from './now-watching'
import { Playback } from './playback'

const metrics = [
  'startup-time',
  'rebuffer-percentage',
  'average-bitrate',
  'playback-failures',
  'exits-before-start',
  'experience-score',
] as const satisfies readonly MetricId[]

/** The monitoring tab of a video: current viewers and playback quality. */
export function VideoMonitoring({ content }: { readonly content: Content }) {
  return (
    <TabFrame
      objectId={content.id}
      feature="Performance"
      moreIn="performance"
      lead={(counted) => <NowWatching counted={counted} />}
    >
      {(counted) => <Playback counted={counted} metrics={metrics} />}
    </TabFrame>
  )
}
