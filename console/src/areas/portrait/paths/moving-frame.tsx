import type { PortraitPath, PortraitShot } from '@kinora/contract'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { keptInFrame, type Rectangle, shownAt } from './moves'

interface MovingFrameProps {
  readonly path: PortraitPath
  readonly shot: PortraitShot
  /** Seconds. */
  readonly time: number
  /** Size of the video. */
  readonly size: { readonly width: number; readonly height: number }
  /** Moves the middle of the window. Undefined if the person may not change it. */
  readonly onMove: ((middle: number) => void) | undefined
}

const STEP = 0.01
const LARGE_STEP = 0.05
/** The player is as wide as 16:9. */
const STAGE = 16 / 9

/** The part of the original that the result shows, over the player. It is dragged, or moved with the arrow keys. */
export function MovingFrame({ path, shot, time, size, onMove }: MovingFrameProps) {
  const video = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number>()
  const ratio = size.width / size.height
  const shown = shownAt(path, shot, time)
  const isWindow = shot.mode === 'follow' || shot.mode === 'hold'
  const own = path.axis === 'x' ? shown.x + shown.width / 2 : shown.y + shown.height / 2
  const middle = dragged ?? own
  const from = keptInFrame(middle, path.share) - path.share / 2
  const frame: Rectangle = !isWindow
    ? shown
    : path.axis === 'x'
      ? { ...shown, x: from }
      : { ...shown, y: from }
  return (
    <div dir="ltr" className="pointer-events-none absolute inset-0 grid place-items-center">
      <div
        ref={video}
        className="relative overflow-hidden"
        style={{ aspectRatio: ratio, ...(ratio >= STAGE ? { width: '100%' } : { height: '100%' }) }}
      >
        {isWindow && <Shades frame={frame} axis={path.axis} />}
        {isWindow ? (
          <Handle
            path={path}
            frame={frame}
            middle={middle}
            video={video}
            onDrag={onMove && setDragged}
            onMove={(next) => {
              setDragged(undefined)
              if (next !== undefined) onMove?.(next)
            }}
          />
        ) : (
          <div className="absolute inset-0 border-2 border-act" />
        )}
      </div>
    </div>
  )
}

/** Darkens what the result does not show. */
function Shades({ frame, axis }: { readonly frame: Rectangle; readonly axis: 'x' | 'y' }) {
  const look = 'absolute bg-stage/65'
  return axis === 'x' ? (
    <>
      <div className={`${look} inset-y-0 left-0`} style={{ width: percent(frame.x) }} />
      <div className={`${look} inset-y-0 right-0`} style={{ width: percent(1 - frame.x - frame.width) }} />
    </>
  ) : (
    <>
      <div className={`${look} inset-x-0 top-0`} style={{ height: percent(frame.y) }} />
      <div className={`${look} inset-x-0 bottom-0`} style={{ height: percent(1 - frame.y - frame.height) }} />
    </>
  )
}

interface HandleProps extends Pick<MovingFrameProps, 'path'> {
  readonly frame: Rectangle
  readonly middle: number
  readonly video: { readonly current: HTMLDivElement | null }
  readonly onDrag: ((middle: number) => void) | undefined
  /** Ends the drag. Undefined if the frame was not moved. */
  readonly onMove: (middle: number | undefined) => void
}

function Handle({ path: { axis, share }, frame, middle, video, onDrag, onMove }: HandleProps) {
  const t = useText()
  const start = useRef<{ readonly at: number; readonly middle: number; moved: number | undefined }>(undefined)
  const place = {
    left: percent(frame.x),
    top: percent(frame.y),
    width: percent(frame.width),
    height: percent(frame.height),
  }
  const look = 'absolute border-2 border-act'
  if (onDrag === undefined) return <div className={look} style={place} />
  const positionOf = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const box = video.current?.getBoundingClientRect()
    if (start.current === undefined || box === undefined) return
    const length = axis === 'x' ? box.width : box.height
    const next = keptInFrame(start.current.middle + (positionOf(event) - start.current.at) / length, share)
    start.current.moved = next
    onDrag(next)
  }
  const nudge = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = stepOf(event.key, axis) * (event.shiftKey ? LARGE_STEP : STEP)
    if (step === 0) return
    event.preventDefault()
    onMove(keptInFrame(keptInFrame(middle, share) + step, share))
  }
  return (
    <div className={look} style={place}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('portrait:path.frame')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(middle * 100)}
        aria-orientation={axis === 'x' ? 'horizontal' : 'vertical'}
        onKeyDown={nudge}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          start.current = { at: positionOf(event), middle: keptInFrame(middle, share), moved: undefined }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          onMove(start.current?.moved)
          start.current = undefined
        }}
        onPointerCancel={() => {
          onMove(undefined)
          start.current = undefined
        }}
        // The controls of the player are below.
        className="pointer-events-auto absolute inset-x-0 top-0 bottom-20 cursor-grab touch-none active:cursor-grabbing max-sm:bottom-14"
      />
    </div>
  )
}

/** Frames are not mirrored in languages from right to left. */
function stepOf(key: string, axis: 'x' | 'y'): -1 | 0 | 1 {
  if (key === (axis === 'x' ? 'ArrowLeft' : 'ArrowUp')) return -1
  return key === (axis === 'x' ? 'ArrowRight' : 'ArrowDown') ? 1 : 0
}

function percent(share: number): string {
  return `${Math.max(0, share) * 100}%`
}
