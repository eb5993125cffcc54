import type { Content } from '@kinora/contract'
import { MagnifyingGlassMinus } from '@phosphor-icons/react/dist/csr/MagnifyingGlassMinus'
import { MagnifyingGlassPlus } from '@phosphor-icons/react/dist/csr/MagnifyingGlassPlus'
import { type PointerEvent, useRef, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import { frameAt, type Range, rulerTimes, withEnd, withStart } from './clip-range'
import { ClipsLane } from './clips-lane'
import { Handle } from './handle'
import { Strip } from './strip'
import { Waveform } from './waveform'

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
  const format = useFormat()
  const [zoom, setZoom] = useState(1)
  const lanes = useRef<HTMLDivElement>(null)
  const at = (seconds: number) => `${(Math.min(1, Math.max(0, seconds / duration)) * 100).toFixed(4)}%`
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
            <div aria-hidden className="relative h-5 font-mono text-11 text-ink-3">
              {rulerTimes(duration, marksAtOnce * zoom).map((mark) => (
                <span
                  key={mark}
                  className="tabular absolute top-0 border-s border-rule-2 ps-1 leading-5"
                  style={{ left: at(mark) }}
                >
                  {format.duration(mark)}
                </span>
              ))}
            </div>
            <div
              onPointerDown={scrub}
              onPointerMove={scrub}
              className="relative cursor-col-resize touch-none overflow-hidden rounded-1 bg-sunk"
            >
              <div className="relative h-[66px]">
                <Strip content={content} cells={10 * zoom} />
              </div>
              {content.waveform !== null && <Waveform address={content.waveform} />}
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
                  place={at(range[side])}
                  timeAt={timeAt}
                  onChange={(seconds) => {
                    onRange(side === 'start' ? withStart(range, seconds) : withEnd(range, seconds, duration))
                    onSeek(seconds)
                  }}
                />
              ))}
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 w-[1.5px] -translate-x-1/2 bg-ink"
              style={{ left: at(time) }}
            />
          </div>
        </div>
      </div>
      <div className="flex justify-end gap-1 pt-1">
        <IconButton
          size="small"
          label={t('library:clips.zoomOut')}
          disabled={zoom <= 1}
          onPress={() => setZoom(zoom / 2)}
        >
          <MagnifyingGlassMinus size={16} />
        </IconButton>
        <IconButton
          size="small"
          label={t('library:clips.zoomIn')}
          disabled={zoom >= maxZoom}
          onPress={() => setZoom(zoom * 2)}
        >
          <MagnifyingGlassPlus size={16} />
        </IconButton>
      </div>
    </div>
  )
}
