import type { Content } from '@kinora/contract'
import { type PointerEvent, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Handle } from '../timeline/handle'
import { PlayheadLine } from '../timeline/playhead-line'
import { frameAt, type Range, withEnd, withStart } from '../timeline/range'
import { Ruler } from '../timeline/ruler'
import { Strip } from '../timeline/strip'
import { leftIn, wholeView } from '../timeline/view'
import { Waveform } from '../timeline/waveform'
import { ZoomButtons } from '../timeline/zoom-buttons'
import { ClipsLane } from './clips-lane'

interface TimelineProps {
  readonly content: Content
  readonly frameRate: number | null
  readonly duration: number
  /** The current time in seconds. */
  readonly time: number
  /** The range to cut; undefined if the user may not cut. */
  readonly range: Range | undefined
  readonly clips: readonly Content[]
  readonly onRange: (range: Range) => void
  readonly onSeek: (seconds: number) => void
}

const maxZoom = 32
const marksAtOnce = 8
/** A handle this close to the playhead snaps to it. */
const snapPx = 8

/** The timeline, left to right in every language: thumbnails, waveform, existing clips and the range to cut. */
export function Timeline({
  content,
  frameRate,
  duration,
  time,
  range,
  clips,
  onRange,
  onSeek,
}: TimelineProps) {
  const t = useText()
  const [zoom, setZoom] = useState(1)
  const lanes = useRef<HTMLDivElement>(null)
  const view = wholeView(duration)
  const at = (seconds: number) => leftIn(view, seconds)
  const timeAt = (clientX: number, snaps: boolean): number => {
    if (!lanes.current) return 0
    const { left, width } = lanes.current.getBoundingClientRect()
    const seconds = (Math.min(width, Math.max(0, clientX - left)) / width) * duration
    const isNear = (Math.abs(seconds - time) / duration) * width <= snapPx
    return frameAt(snaps && isNear ? time : seconds, frameRate)
  }
  const scrub = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onSeek(timeAt(event.clientX, false))
  }

  return (
    <div dir="ltr" className="relative">
      <div className="overflow-x-auto overflow-y-hidden">
        {/* Padding for the handles at both ends. */}
        <div className="px-3" style={{ width: `${zoom * 100}%` }}>
          <div ref={lanes} className="relative">
            <Ruler view={view} count={marksAtOnce * zoom} />
            <div
              onPointerDown={scrub}
              onPointerMove={scrub}
              className="relative cursor-col-resize touch-none overflow-hidden rounded-1 bg-sunk"
            >
              <div className="relative h-[66px]">
                <Strip content={content} view={view} />
              </div>
              {content.waveform !== null && (
                <Waveform address={content.waveform} view={view} className="mt-px h-8 bg-ink-3" />
              )}
              {range && (
                <>
                  <span
                    className="absolute inset-y-0 left-0 bg-paper/60"
                    style={{ width: at(range.start) }}
                  />
                  <span className="absolute inset-y-0 right-0 bg-paper/60" style={{ left: at(range.end) }} />
                </>
              )}
            </div>
            <ClipsLane clips={clips} at={at} onRange={range && onRange} onSeek={onSeek} />
            {range &&
              (['start', 'end'] as const).map((side) => (
                <Handle
                  key={side}
                  side={side}
                  label={t(`library:clips.${side}`)}
                  value={range[side]}
                  most={duration}
                  frameRate={frameRate}
                  left={at(range[side])}
                  className="top-5 h-[66px]"
                  timeAt={timeAt}
                  onChange={(seconds) => {
                    onRange(side === 'start' ? withStart(range, seconds) : withEnd(range, seconds, duration))
                    onSeek(seconds)
                  }}
                />
              ))}
            <PlayheadLine view={view} time={time} />
          </div>
        </div>
      </div>
      <div className="flex justify-end pt-1">
        <ZoomButtons
          onZoomOut={zoom > 1 ? () => setZoom(zoom / 2) : undefined}
          onZoomIn={zoom < maxZoom ? () => setZoom(zoom * 2) : undefined}
        />
      </div>
    </div>
  )
}
