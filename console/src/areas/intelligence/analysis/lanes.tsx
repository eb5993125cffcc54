import type { Analysis } from '@kinora/contract'
import type { MouseEvent, ReactNode } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import type { LaneParts } from '../../library'

interface LanesProps extends LaneParts {
  readonly analysis: Analysis
  readonly duration: number
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Lanes under the pictures of a video, from left to right in every language: its scenes, speech and silence. */
export function Lanes({ analysis: { scenes, audio }, duration, pictures, playhead, playFrom }: LanesProps) {
  const t = useText()
  const format = useFormat()
  const placeOf = ({ start, end }: Span) => ({
    left: `${(start / duration) * 100}%`,
    width: `${((end - start) / duration) * 100}%`,
  })
  const lane = { duration, placeOf, onPlay: playFrom }
  return (
    <div className="relative">
      <div className="relative overflow-hidden rounded-1 bg-sunk">{pictures}</div>
      {scenes !== null && (
        <Lane title={t('intelligence:lanes.scenes')} count={format.number(scenes.length)}>
          {scenes.map((scene, n) => (
            <Piece
              key={scene.id}
              place={placeOf(scene)}
              label={t('intelligence:lanes.scene', {
                number: format.number(n + 1),
                time: format.duration(scene.start),
              })}
              color={n % 2 === 0 ? 'bg-(--c1)' : 'bg-(--c16)'}
              onPress={() => playFrom(scene.start)}
            />
          ))}
        </Lane>
      )}
      {audio !== null && (
        <>
          <SpanLane title={t('intelligence:lanes.speech')} spans={audio.speech} color="bg-(--c3)" {...lane} />
          <SpanLane
            title={t('intelligence:lanes.silence')}
            spans={audio.silence}
            color="bg-ink-3"
            {...lane}
          />
        </>
      )}
      {playhead}
    </div>
  )
}

interface LaneProps {
  readonly title: string
  readonly count: string
  readonly children: ReactNode
}

function Lane({ title, count, children }: LaneProps) {
  return (
    <section aria-label={title} className="border-b border-rule pt-2 pb-1.5">
      <header className="flex justify-between ps-2 pb-1 text-12 text-ink-2">
        <span>{title}</span>
        <span className="tabular">{count}</span>
      </header>
      <div className="relative h-3.5">{children}</div>
    </section>
  )
}

interface SpanLaneProps {
  readonly title: string
  readonly spans: readonly Span[]
  readonly color: string
  readonly duration: number
  readonly placeOf: (span: Span) => { readonly left: string; readonly width: string }
  readonly onPlay: (seconds: number) => void
}

/** A lane with the spans of one kind, which can be thousands. A press plays from there; keys use the player and the
 * transcript. */
function SpanLane({ title, spans, color, duration, placeOf, onPlay }: SpanLaneProps) {
  const format = useFormat()
  const play = (event: MouseEvent<HTMLButtonElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onPlay(((event.clientX - left) / width) * duration)
  }
  return (
    <Lane title={title} count={format.duration(lengthOf(spans))}>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        onClick={play}
        className="absolute inset-0 block w-full"
      >
        {spans.map((span) => (
          <span
            key={span.start}
            className={cx('absolute inset-y-0 min-w-px rounded-1', color)}
            style={placeOf(span)}
          />
        ))}
      </button>
    </Lane>
  )
}

interface PieceProps {
  readonly place: { readonly left: string; readonly width: string }
  readonly label: string
  readonly color: string
  readonly onPress: () => void
}

function Piece({ place, label, color, onPress }: PieceProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className={cx('absolute inset-y-0 min-w-1 rounded-1 border-x border-paper', color)}
      style={place}
    />
  )
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0)
}
