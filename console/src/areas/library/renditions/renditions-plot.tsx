import { type Content, type VideoCodec, videoCodecs } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { LadderSeries } from '../encoding-profiles/ladder/ladder'
import { LadderPlot } from '../encoding-profiles/ladder/ladder-plot'
import { codecName } from '../video/media-names'

/** Resolution and measured bit rate of the video's renditions. */
export function RenditionsPlot({ renditions }: Pick<Content, 'renditions'>) {
  const t = useText()
  const format = useFormat()
  const series = seriesOf(renditions)
  const [lowest, highest] = [series[0]?.points[0], series[0]?.points.at(-1)]
  if (!lowest || !highest) return null
  return (
    <div className="pt-6">
      <LadderPlot
        isMeasured
        series={series}
        sentence={t('library:renditions.sentence', {
          codecs: format.list(series.map(({ codec }) => codecName(codec))),
          lowest: `${lowest.lines}p`,
          lowestRate: format.bitrate(lowest.maxKbps * 1000),
          highest: `${highest.lines}p`,
          highestRate: format.bitrate(highest.maxKbps * 1000),
        })}
      />
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
