import type { Retention } from '@kinora/contract'
import { type KeyboardEvent, useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ChartSwitch } from '../../../ui/chart-switch'
import { cx } from '../../../ui/cx'
import { FigureTable } from '../../../ui/figure-table'
import type { LaneParts } from '../../library'

interface HeatMapProps extends LaneParts {
  readonly retention: Retention
}

/** Plays of each moment over the length of the video. Time runs from left to right in every language. */
export function HeatMap({ retention, playFrom, pictures, playhead }: HeatMapProps) {
  const t = useText()
  const format = useFormat()
  const [isTable, setTable] = useState(false)
  const id = useId()
  const { points } = retention
  const most = Math.max(1, ...points.map(({ plays }) => plays))
  const hottest = points.find(({ plays }) => plays === most)
  return (
    <figure className="min-w-0">
      {isTable ? (
        <FigureTable
          label={t('analytics:heatMap')}
          heads={[
            { key: 'at', name: t('ui:chart.time') },
            { key: 'plays', name: t('analytics:plays') },
            { key: 'views', name: t('analytics:metrics.views') },
          ]}
          rows={points.map(({ at, plays, views }) => ({
            key: at,
            cells: [format.duration(at), format.number(plays), format.number(views)],
          }))}
        />
      ) : (
        <div className="relative">
          {pictures}
          <Band retention={retention} most={most} describedBy={id} onPlay={playFrom} />
          {playhead}
        </div>
      )}
      <div className="flex items-center gap-3 pt-2 text-12 text-ink-3">
        <span aria-hidden className="flex items-center gap-1.5 max-sm:hidden">
          {format.number(0)}
          <span className="h-2 w-20 rounded-1" style={{ background: scale }} />
          {format.number(most)}
        </span>
        <figcaption id={id} dir="auto" className="me-auto">
          {hottest && hottest.plays > 0
            ? t('analytics:heatMost', { count: most, at: format.duration(hottest.at) })
            : t('analytics:heatMap')}
        </figcaption>
        <ChartSwitch isTable={isTable} onSwitch={setTable} />
      </div>
    </figure>
  )
}

const scale = 'linear-gradient(to right in oklab, var(--map-1), var(--map-5))'
const colorOf = (share: number) =>
  share === 0 ? 'var(--map-0)' : `color-mix(in oklab, var(--map-5) ${Math.round(100 * share)}%, var(--map-1))`

interface BandProps {
  readonly retention: Retention
  readonly most: number
  readonly describedBy: string
  readonly onPlay: (seconds: number) => void
}

/** The bars. Both height and color show the number of plays. */
function Band({ retention: { points, step, duration }, most, describedBy, onPlay }: BandProps) {
  const t = useText()
  const format = useFormat()
  const [cursor, setCursor] = useState<number | null>(null)
  const last = points.length - 1
  const shown = cursor === null ? undefined : points[cursor]
  const textOf = (at: number, plays: number, views: number) => [
    format.duration(at),
    t('analytics:playsOf', { count: plays }),
    t('analytics:viewsOf', { count: views }),
  ]
  const pointAt = (clientX: number, box: DOMRect) =>
    Math.max(0, Math.min(last, Math.floor((((clientX - box.left) / (box.width || 1)) * duration) / step)))
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -10,
      PageUp: 10,
      Home: -points.length,
      End: points.length,
    }
    const way = moves[event.key]
    const isPlay = event.key === 'Enter' || event.key === ' '
    if (way === undefined && !isPlay) return
    event.preventDefault()
    if (way !== undefined) setCursor(Math.max(0, Math.min(last, (cursor ?? -1) + way)))
    else onPlay(points[cursor ?? 0]?.at ?? 0)
  }
  const [first] = points
  const spoken = shown ?? first
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('analytics:heatMapKeys')}
      aria-describedby={describedBy}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? 0}
      aria-valuetext={spoken && textOf(spoken.at, spoken.plays, spoken.views).join(', ')}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(null)}
      onPointerMove={({ currentTarget, clientX }) =>
        setCursor(pointAt(clientX, currentTarget.getBoundingClientRect()))
      }
      onPointerLeave={() => setCursor(null)}
      onClick={({ currentTarget, clientX }) =>
        onPlay(points[pointAt(clientX, currentTarget.getBoundingClientRect())]?.at ?? 0)
      }
      className="relative flex h-12 cursor-pointer touch-pan-y items-end bg-sunk outline-offset-2 focus-visible:outline-2 focus-visible:outline-act"
    >
      {points.map(({ at, plays }, n) => (
        <span
          key={at}
          aria-hidden
          className={cx('h-full min-w-0', n === cursor && 'bg-hover')}
          // The last point can be shorter than the others.
          style={{ flexGrow: Math.min(step, duration - at) || step, flexBasis: 0 }}
        >
          {/* Overlaps the next bar, because fractional pixels would leave gaps. */}
          <span
            className="block h-full w-[calc(100%+0.5px)]"
            style={{
              background: colorOf(plays / most),
              clipPath: `inset(${100 - Math.max(4, (100 * plays) / most)}% 0 0 0)`,
            }}
          />
        </span>
      ))}
      {shown && cursor !== null && (
        <span
          aria-hidden
          style={{
            left: `${(100 * shown.at) / (duration || 1)}%`,
            translate: `-${(100 * shown.at) / (duration || 1)}%`,
          }}
          className="pointer-events-none absolute bottom-full z-10 mb-1.5 rounded-2 bg-ink px-2.5 py-1.5 text-12 whitespace-nowrap text-paper"
        >
          {textOf(shown.at, shown.plays, shown.views).map((line) => (
            <bdi key={line} dir="auto" className="tabular block">
              {line}
            </bdi>
          ))}
        </span>
      )}
    </div>
  )
}
