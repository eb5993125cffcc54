import type { Content } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import type { Player } from '@kinora/player'
import { SealCheck } from '@phosphor-icons/react/dist/csr/SealCheck'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { Handle } from '../timeline/handle'
import { Peek } from '../timeline/peek'
import { PlayheadLine } from '../timeline/playhead-line'
import { exactRate, frameAt, type Range } from '../timeline/range'
import { Ruler } from '../timeline/ruler'
import { Strip } from '../timeline/strip'
import { useFrameTime } from '../timeline/use-frame-time'
import { useStoryboard } from '../timeline/use-storyboard'
import { useView } from '../timeline/use-view'
import { leftIn, positionIn } from '../timeline/view'
import { ZoomButtons } from '../timeline/zoom-buttons'
import { draggedSpan, resizedSpan } from './gif-span'
import type { Playhead } from './use-playhead'

interface FrameStripProps {
  readonly content: Content
  readonly duration: number
  readonly player: Player | undefined
  readonly playhead: Playhead
  /** The time of the poster, if it is a frame of the video. */
  readonly posterAt: number | null
  /** The part for a GIF. */
  readonly span: Range | undefined
  /** Undefined if the user may not make one. */
  readonly onSpan: ((span: Range) => void) | undefined
}

/** Share of the video that Page Up and Page Down skip. */
const pageShare = 0.1
/** A shorter way is a click. */
const dragPx = 4
/** The word beside a mark further right is on its left. */
const rightHalf = 0.5

/** The frames of the whole video, left to right in every language: a click goes to a frame, a drag selects a part. */
export function FrameStrip(props: FrameStripProps) {
  const { content, duration, player, playhead, posterAt, span, onSpan } = props
  const t = useText()
  const lanes = useRef<HTMLDivElement>(null)
  const begun = useRef<{ x: number; time: number; isDrag: boolean }>(undefined)
  const [hovered, setHovered] = useState<number>()
  const tileAt = useStoryboard(content)
  const peeked = hovered === undefined ? undefined : tileAt(hovered)
  const time = useFrameTime(player)
  const { view, zoomIn, zoomOut, pan, timeAt } = useView({
    duration,
    time,
    length: duration,
    longest: duration,
    lanes,
  })
  const frameRate = exactRate(content.source.frameRate)
  const frameTimeAt = (clientX: number) => frameAt(timeAt(clientX), frameRate)
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    begun.current = { x: event.clientX, time: frameTimeAt(event.clientX), isDrag: false }
    playhead.seek(begun.current.time)
  }
  const hover = (event: PointerEvent<HTMLDivElement>) =>
    setHovered(event.pointerType === 'mouse' ? frameTimeAt(event.clientX) : undefined)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    hover(event)
    const from = begun.current
    if (!from || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    from.isDrag ||= Math.abs(event.clientX - from.x) > dragPx
    if (!from.isDrag) return
    const to = frameTimeAt(event.clientX)
    playhead.seek(to)
    if (to !== from.time) onSpan?.(draggedSpan(from.time, to))
  }
  const key = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const { seek, seekBy, step } = playhead
    const page = duration * pageShare
    const by = { ArrowLeft: -1, ArrowRight: 1, PageDown: -page, PageUp: page }[event.key]
    const to = { Home: 0, End: duration }[event.key]
    if (by === undefined && to === undefined) return
    event.preventDefault()
    if (to !== undefined) seek(to)
    else if (by !== undefined && event.key.startsWith('Arrow') && !event.shiftKey) step(by < 0 ? -1 : 1)
    else if (by !== undefined) seekBy(by)
  }
  const posterPosition = posterAt === null ? -1 : positionIn(view, posterAt)

  return (
    <section dir="ltr" aria-label={t('library:thumbnails.strip')}>
      {/* Padding for handles at the ends, which would reach beyond a phone. */}
      <div className="max-sm:px-3">
        <div ref={lanes} className="relative">
          {peeked && hovered !== undefined && (
            <Peek tile={peeked} time={hovered} position={positionIn(view, hovered)} />
          )}
          <Ruler view={view} count={6} onPan={pan} />
          <div
            role="slider"
            tabIndex={0}
            aria-label={t('library:thumbnails.frame')}
            aria-valuemin={0}
            aria-valuemax={duration}
            aria-valuenow={playhead.at}
            aria-valuetext={timecodeOf(playhead.at)}
            onPointerDown={press}
            onPointerMove={drag}
            onPointerLeave={() => setHovered(undefined)}
            onKeyDown={key}
            className="relative h-[66px] cursor-pointer touch-none overflow-hidden rounded-1 bg-sunk"
          >
            <Strip content={content} view={view} />
          </div>
          {span && onSpan && (
            <>
              {span.end > view.start && span.start < view.end && (
                <span
                  aria-hidden
                  className="pointer-events-none absolute top-5 h-[66px] border-y-2 border-act bg-act/20"
                  style={{
                    left: leftIn(view, span.start),
                    right: `calc(100% - ${leftIn(view, span.end)})`,
                  }}
                />
              )}
              {(['start', 'end'] as const).map((side) => {
                const position = positionIn(view, span[side])
                return (
                  position >= 0 &&
                  position <= 1 && (
                    <Handle
                      key={side}
                      side={side}
                      label={t(`library:thumbnails.${side}`)}
                      value={span[side]}
                      most={duration}
                      frameRate={frameRate}
                      left={leftIn(view, span[side])}
                      className="top-5 h-[66px]"
                      timeAt={frameTimeAt}
                      onChange={(seconds) => {
                        onSpan(resizedSpan(span, side, seconds, duration))
                        playhead.seek(seconds)
                      }}
                    />
                  )
                )
              })}
            </>
          )}
          <PlayheadLine view={view} time={time} />
          <div className="relative h-5 overflow-hidden">
            {posterPosition >= 0 && posterPosition <= 1 && (
              <span
                className={cx(
                  'absolute top-0.5 flex items-center gap-1 text-11 font-mid text-good',
                  posterPosition > rightHalf && '-translate-x-full flex-row-reverse',
                )}
                style={{ left: `${posterPosition * 100}%` }}
              >
                <SealCheck size={14} aria-hidden />
                {t('library:thumbnails.poster')}
              </span>
            )}
          </div>
        </div>
      </div>
      <div className="flex justify-end">
        <ZoomButtons onZoomIn={zoomIn} onZoomOut={zoomOut} />
      </div>
    </section>
  )
}
