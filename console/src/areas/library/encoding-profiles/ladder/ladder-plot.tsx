import type { VideoCodec } from '@kinora/contract'
import { type PointerEvent, useState } from 'react'
import { useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { codecName } from '../../parts/media-names'
import { bytesPerHour, type LadderPoint, type LadderSeries } from './ladder'
import { logScale, logTicks, pushApart } from './plot-scale'

const codecColors: Readonly<Record<VideoCodec, string>> = {
  h264: 'var(--c1)',
  hevc: 'var(--c2)',
  vp9: 'var(--c3)',
  av1: 'var(--c4)',
}
const heightPx = 224
const labelGapPx = 15
/** Share of the width between two labels of the axis. */
const leastGap = 0.19

interface Mark extends LadderPoint {
  readonly codec: VideoCodec
  readonly x: number
  /** From the top. */
  readonly y: number
}

interface LadderPlotProps {
  readonly series: readonly LadderSeries[]
  /** The bit rates are those of a video instead of the most that a profile allows. */
  readonly isMeasured?: boolean
}

/** Resolution and bit rate of each rendition, both on logarithmic axes. Left to right in every language. */
export function LadderPlot({ series, isMeasured = false }: LadderPlotProps) {
  const t = useText()
  const [active, setActive] = useState<number>()
  const marks = marksOf(series)
  const mark = active === undefined ? undefined : marks[active]
  const describe = useMarkText(isMeasured)
  const sentence = useSentence(series, isMeasured)
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const distance = ({ x, y }: Mark) =>
      Math.hypot(event.clientX - box.left - x * box.width, event.clientY - box.top - y * box.height)
    const nearest = marks.reduce((best, one) => (distance(one) < distance(best) ? one : best))
    setActive(marks.indexOf(nearest))
  }
  return (
    <div
      dir="ltr"
      className="rounded-2 py-1 ps-19 pe-14 pb-6 outline-focus has-[:focus-visible]:outline-2"
      onPointerLeave={() => setActive(undefined)}
    >
      <div className="relative" style={{ height: heightPx }} onPointerMove={follow}>
        <div role="img" aria-label={sentence} className="absolute inset-0">
          <Axes series={series} />
          <Lines series={series} marks={marks} />
          {marks.map(({ codec, lines, x, y }) => (
            <span
              key={`${codec}-${lines}`}
              className="absolute size-1.5 -translate-1/2 rounded-full"
              style={{ left: `${x * 100}%`, top: `${y * 100}%`, background: codecColors[codec] }}
            />
          ))}
          {mark && <Tip mark={mark} lines={describe(mark)} />}
        </div>
        <input
          type="range"
          className="pointer-events-none absolute inset-0 opacity-0"
          aria-label={t('library:profiles.ladder.points')}
          aria-valuetext={mark && describe(mark).join(', ')}
          min={0}
          max={marks.length - 1}
          value={active ?? 0}
          onFocus={() => setActive((known) => known ?? 0)}
          onBlur={() => setActive(undefined)}
          onChange={(event) => setActive(Number(event.target.value))}
        />
      </div>
    </div>
  )
}

/** Description of the plot for screen readers. */
function useSentence(series: readonly LadderSeries[], isMeasured: boolean): string {
  const t = useText()
  const format = useFormat()
  const points = series[0]?.points ?? []
  const [lowest, highest] = [points[0], points.at(-1)]
  if (!lowest || !highest) return ''
  return t(isMeasured ? 'library:renditions.sentence' : 'library:profiles.ladder.sentence', {
    codecs: format.list(series.map(({ codec }) => codecName(codec))),
    lowest: `${lowest.lines}p`,
    lowestRate: format.bitrate(lowest.maxKbps * 1000),
    highest: `${highest.lines}p`,
    highestRate: format.bitrate(highest.maxKbps * 1000),
  })
}

/** The name, bit rate and size of a rendition. */
function useMarkText(isMeasured: boolean) {
  const t = useText()
  const format = useFormat()
  return ({ codec, lines, maxKbps }: Mark) => {
    const amount = format.bitrate(maxKbps * 1000)
    return [
      `${lines}p, ${codecName(codec)}`,
      isMeasured ? amount : t('library:profiles.ladder.atMost', { amount }),
      t('library:profiles.ladder.perHour', { size: format.bytes(bytesPerHour(maxKbps)) }),
    ]
  }
}

function Axes({ series }: { readonly series: readonly LadderSeries[] }) {
  const format = useFormat()
  const { xAt, yAt, least, most } = scalesOf(series)
  const ticks = logTicks(least, most)
  // The unit of the top value, which names it.
  const unitKbps = (ticks.at(-1) ?? 0) < 1000 ? 1 : 1000
  const columns: { readonly lines: number; readonly x: number }[] = []
  // From the largest, whose label is the most useful.
  for (const { lines } of series[0]?.points.toReversed() ?? []) {
    const x = xAt(lines)
    if ((columns.at(-1)?.x ?? Number.POSITIVE_INFINITY) - x >= leastGap) columns.push({ lines, x })
  }
  return (
    <div className="tabular text-11 text-ink-3">
      {ticks.map((tick, n) => (
        <span key={tick}>
          <span className="absolute inset-x-0 border-t border-rule" style={{ top: `${yAt(tick) * 100}%` }} />
          <span
            className="absolute end-full me-2 -translate-y-1/2 whitespace-nowrap"
            style={{ top: `${yAt(tick) * 100}%` }}
          >
            {n === ticks.length - 1 ? format.bitrate(tick * 1000) : format.number(tick / unitKbps)}
          </span>
        </span>
      ))}
      {columns.map(({ lines, x }) => (
        <span
          key={lines}
          className="absolute top-full -translate-x-1/2 pt-1.5"
          style={{ left: `${x * 100}%` }}
        >
          {lines}p
        </span>
      ))}
    </div>
  )
}

interface LinesProps {
  readonly series: readonly LadderSeries[]
  readonly marks: readonly Mark[]
}

function Lines({ series, marks }: LinesProps) {
  const drawn = series.map(({ codec }) => ({ codec, points: marks.filter((mark) => mark.codec === codec) }))
  const ends = drawn.map(({ points }) => (points.at(-1)?.y ?? 0) * heightPx)
  const tops = pushApart(ends, labelGapPx, heightPx)
  return (
    <>
      <svg
        aria-hidden
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
      >
        {drawn.map(({ codec, points }) => (
          <polyline
            key={codec}
            points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
            fill="none"
            strokeWidth={1.8}
            vectorEffect="non-scaling-stroke"
            style={{ stroke: codecColors[codec] }}
          />
        ))}
      </svg>
      {drawn.map(({ codec }, n) => (
        <span
          key={codec}
          className="absolute start-full ms-2 -translate-y-1/2 text-12 font-button whitespace-nowrap"
          style={{ top: tops[n], color: `color-mix(in oklab, ${codecColors[codec]} 72%, var(--ink))` }}
        >
          {codecName(codec)}
        </span>
      ))}
    </>
  )
}

function Tip({ mark: { x, y }, lines }: { readonly mark: Mark; readonly lines: readonly string[] }) {
  return (
    <span
      className="tabular pointer-events-none absolute z-10 flex flex-col rounded-2 bg-ink px-2.5 py-1.5 text-12 whitespace-nowrap text-paper"
      style={{
        left: `${x * 100}%`,
        top: `${y * 100}%`,
        translate: `${x > 0.5 ? 'calc(-100% - 10px)' : '10px'} ${y > 0.5 ? '-100%' : '0'}`,
      }}
    >
      {lines.map((line, n) => (
        <span key={line} className={n === 0 ? 'font-mid' : ''}>
          {line}
        </span>
      ))}
    </span>
  )
}

function scalesOf(series: readonly LadderSeries[]) {
  const points = series.flatMap((one) => one.points)
  const rates = points.map(({ maxKbps }) => maxKbps)
  const sizes = points.map(({ lines }) => lines)
  const [least, most] = [Math.min(...rates) * 0.85, Math.max(...rates) * 1.15]
  const yUp = logScale(least, most)
  return {
    xAt: logScale(Math.min(...sizes), Math.max(...sizes)),
    yAt: (kbps: number) => 1 - yUp(kbps),
    least,
    most,
  }
}

function marksOf(series: readonly LadderSeries[]): Mark[] {
  const { xAt, yAt } = scalesOf(series)
  return series.flatMap(({ codec, points }) =>
    points.map((point) => ({ codec, ...point, x: xAt(point.lines), y: yAt(point.maxKbps) })),
  )
}
