import type { Content, VideoCodec } from '@kinora/contract'
import { videoCodecs } from '@kinora/contract/library/values'
import type { LadderSeries } from '../encoding-profiles/ladder/ladder'
import { LadderPlot } from '../encoding-profiles/ladder/ladder-plot'

/** Resolution and measured bit rate of the video's renditions. */
export function RenditionsPlot({ renditions }: Pick<Content, 'renditions'>) {
  const series = seriesOf(renditions)
  return (
    <div className="pt-6">
      <LadderPlot isMeasured series={series} />
    </div>
  )
}

/** The complete video renditions by codec, low to high. */
function seriesOf(renditions: Content['renditions']): LadderSeries[] {
  return videoCodecs.map((codec) => ({ codec, points: pointsOf(renditions, codec) })).filter(hasPoints)
}

function pointsOf(renditions: Content['renditions'], wanted: VideoCodec): LadderSeries['points'] {
  return renditions
    .flatMap(({ codec, width, height, bitrate, status }) =>
      codec === wanted && width !== null && height !== null && status === 'ready'
        ? { lines: Math.min(width, height), maxKbps: bitrate / 1000 }
        : [],
    )
    .toSorted((a, b) => a.lines - b.lines)
}

function hasPoints({ points }: LadderSeries): boolean {
  return points.length > 0
}
