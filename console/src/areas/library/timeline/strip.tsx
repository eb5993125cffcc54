import type { Content } from '@kinora/contract'
import { useEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx'
import type { Tile } from './storyboard'
import { TileImage } from './tile-image'
import { useStoryboard } from './use-storyboard'
import { positionIn, type View } from './view'

interface StripProps {
  readonly content: Content
  readonly view: View
}

/** Thumbnails of the video in a view. Decorative. */
export function Strip({ content, view }: StripProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [width, setWidth] = useState(0)
  const tileAt = useStoryboard(content)
  const first = tileAt(0)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <span ref={box} aria-hidden className={cx('absolute inset-0 block overflow-hidden', !first && 'hatched')}>
      {first &&
        cellsIn(view, Math.max(leastCells, Math.ceil(width / widthOf(first)))).map(
          ({ index, from, middle, share }) => {
            const tile = tileAt(middle)
            const left = `${(from * 100).toFixed(4)}%`
            return tile && <StripFrame key={index} tile={tile} left={left} width={`${share * 100}%`} />
          },
        )}
    </span>
  )
}

const heightPx = 66
/** Narrow strips crop frames instead of showing only a few. */
const leastCells = 9

function widthOf({ width, height }: Tile): number {
  return (width / height) * heightPx
}

/** Cells of equal length. They begin at multiples of it, so that they move with the view. */
function cellsIn(view: View, count: number) {
  const { start, end, duration } = view
  const step = (end - start) / count
  const first = Math.floor(start / step + 0.001)
  const last = Math.ceil(Math.min(end, duration) / step - 0.001)
  return Array.from({ length: last - first }, (_, n) => ({
    index: first + n,
    from: positionIn(view, (first + n) * step),
    middle: Math.min((first + n + 0.5) * step, duration),
    share: 1 / count,
  }))
}

interface StripFrameProps {
  readonly tile: Tile
  readonly left: string
  readonly width: string
}

function StripFrame({ tile, left, width }: StripFrameProps) {
  return (
    <span className="absolute inset-y-0 overflow-hidden" style={{ left, width }}>
      <span className="absolute top-0 left-1/2" style={{ translate: `${-widthOf(tile) / 2}px 0` }}>
        <TileImage tile={tile} width={widthOf(tile)} />
      </span>
    </span>
  )
}
