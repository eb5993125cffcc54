import type { Content } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { Handle } from './handle'
import { Peek } from './peek'
import { frameAt, type Range, withEnd, withStart } from './range'
import { Ruler } from './ruler'
import { Strip } from './strip'
import { useStoryboard } from './use-storyboard'
import { followIn, leftIn, moveView, positionIn, type View, viewFrom, zoomView } from './view'
import { ZoomButtons } from './zoom-buttons'

export interface RangeMark extends Range {
  readonly id: string
  readonly isHatched: boolean
}

interface RangeTimelineProps {
  /** A recording, which may grow. */
  readonly content: Content
  readonly duration: number
  readonly frameRate: number | null
  /** Null while nothing is selected. */
  readonly range: Range | null
  /** Times that differ from the rest. */
  readonly marks: readonly RangeMark[]
  readonly labels: { readonly start: string; readonly end: string; readonly select: string }
  readonly onRange: (range: Range) => void
}

/** The view that a long recording opens with: its end. */
const openS = 600
const leastS = 10
const marksAtOnce = 8
/** A shorter drag is a press. */
const dragPx = 4
/** Length of the range that a press selects, in seconds. */
const pressS = 10

/** Selects a range of a long recording: by dragging over its pictures, by handles and by keys. Left to right in every
 * language. */
export function RangeTimeline(props: RangeTimelineProps) {
  const { content, duration, frameRate, range, marks, labels, onRange } = props
  const t = useText()
  const [length, setLength] = useState(openS)
  // Null keeps the end visible while the recording grows.
  const [start, setStart] = useState<number | null>(null)
  const lanes = useRef<HTMLDivElement>(null)
  const tileAt = useStoryboard(content)
  const [peek, setPeek] = useState<number>()
  const [anchor, setAnchor] = useState<{ seconds: number; x: number }>()
  const view = viewFrom(start ?? duration, length, duration)
  const show = (next: View) => {
    setStart(next.end >= duration ? null : next.start)
    setLength(next.end - next.start)
  }
  const pan = (share: number) => show(moveView(view, share * (view.end - view.start)))
  const panLatest = useRef(pan)
  panLatest.current = pan
  useEffect(() => {
    const box = lanes.current
    if (!box) return
    const scroll = (event: WheelEvent) => {
      const by = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
      if (Math.abs(by) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return
      event.preventDefault()
      panLatest.current(by / box.clientWidth)
    }
    box.addEventListener('wheel', scroll, { passive: false })
    return () => box.removeEventListener('wheel', scroll)
  }, [])
  const timeAt = (clientX: number): number => {
    if (!lanes.current) return 0
    const { left, width } = lanes.current.getBoundingClientRect()
    const position = Math.min(1, Math.max(0, (clientX - left) / width))
    return frameAt(view.start + position * (view.end - view.start), frameRate)
  }
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setAnchor({ seconds: timeAt(event.clientX), x: event.clientX })
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const at = timeAt(event.clientX)
    setPeek(at)
    if (anchor === undefined || Math.abs(event.clientX - anchor.x) < dragPx) return
    onRange(spanOf(anchor.seconds, at, duration))
  }
  const release = (event: PointerEvent<HTMLDivElement>) => {
    if (anchor !== undefined && Math.abs(event.clientX - anchor.x) < dragPx)
      onRange(spanOf(anchor.seconds, Math.min(duration, anchor.seconds + pressS), duration))
    setAnchor(undefined)
  }
  const selectByKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onRange(spanOf(Math.max(0, duration - pressS), duration, duration))
  }
  const zoomTo = (to: number) => () => {
    const middle = range ? (range.start + range.end) / 2 : view.end
    show(zoomView(view, Math.min(duration, Math.max(leastS, to)), middle))
  }
  const shown = view.end - view.start
  const tile = peek === undefined ? undefined : tileAt(peek)
  return (
    <div dir="ltr" className="relative">
      <div className="px-3">
        <div ref={lanes} className="relative">
          <Ruler view={view} count={marksAtOnce} onPan={pan} />
          <div className="relative">
            {tile && peek !== undefined && <Peek tile={tile} time={peek} position={positionIn(view, peek)} />}
            <div
              // The handles are for keys; this one makes the first selection.
              {...(range === null && {
                role: 'button',
                tabIndex: 0,
                'aria-label': labels.select,
                onKeyDown: selectByKey,
              })}
              onPointerDown={grab}
              onPointerMove={drag}
              onPointerUp={release}
              onPointerLeave={() => setPeek(undefined)}
              className="relative h-[66px] cursor-crosshair touch-none overflow-hidden rounded-1 bg-sunk"
            >
              <Strip content={content} view={view} />
              {marks.map((mark) => (
                <span
                  key={mark.id}
                  className={cx(
                    'absolute bottom-0 h-2 min-w-0.5',
                    mark.isHatched ? 'hatched-warn' : 'bg-ink',
                  )}
                  style={{ left: leftIn(view, mark.start), width: widthIn(view, mark) }}
                />
              ))}
              {range && (
                <>
                  <span
                    className="absolute inset-y-0 left-0 bg-paper/60"
                    style={{ width: leftIn(view, range.start) }}
                  />
                  <span
                    className="absolute inset-y-0 right-0 bg-paper/60"
                    style={{ left: leftIn(view, range.end) }}
                  />
                </>
              )}
            </div>
          </div>
          {range &&
            (['start', 'end'] as const).map((side) => (
              <Handle
                key={side}
                side={side}
                label={labels[side]}
                value={range[side]}
                most={duration}
                frameRate={frameRate}
                left={leftIn(view, range[side])}
                className="top-5 h-[66px]"
                timeAt={timeAt}
                onChange={(seconds) => {
                  const next =
                    side === 'start' ? withStart(range, seconds) : withEnd(range, seconds, duration)
                  onRange(next)
                  const followed = followIn(view, next[side])
                  if (followed !== view) show(followed)
                }}
              />
            ))}
        </div>
      </div>
      <div className="flex items-center justify-between gap-2 px-3 pt-1">
        <span className="tabular font-mono text-12 text-ink-2">
          {range ? timecodeOf(range.end - range.start) : t('library:timeline.dragToSelect')}
        </span>
        <ZoomButtons
          onZoomOut={shown < duration ? zoomTo(shown * 2) : undefined}
          onZoomIn={shown > leastS ? zoomTo(shown / 2) : undefined}
        />
      </div>
    </div>
  )
}

/** From the earlier time to the later one, at least as long as a clip must be. */
function spanOf(one: number, other: number, duration: number): Range {
  const start = Math.min(one, other)
  return withStart(withEnd({ start, end: Math.max(one, other) }, Math.max(one, other), duration), start)
}

function widthIn(view: View, { start, end }: Range): string {
  const within = (seconds: number) => Math.min(1, Math.max(0, positionIn(view, seconds)))
  return `${((within(end) - within(start)) * 100).toFixed(4)}%`
}
