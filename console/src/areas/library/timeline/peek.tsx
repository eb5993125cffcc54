import { timecodeOf } from '@kinora/contract/timecode'
import type { Tile } from './storyboard'
import { TileImage } from './tile-image'

interface PeekProps {
  readonly tile: Tile
  readonly time: number
  /** From 0 at the left edge to 1 at the right. */
  readonly position: number
}

const widthPx = 172

/** A larger frame with its time over the pointer. Decorative. */
export function Peek({ tile, time, position }: PeekProps) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute bottom-full z-4 mb-1 overflow-hidden rounded-2 bg-stage shadow-lift-2"
      style={{
        left: `clamp(0px, ${position * 100}% - ${widthPx / 2}px, 100% - ${widthPx}px)`,
        width: widthPx,
        height: (widthPx * tile.height) / tile.width,
      }}
    >
      <TileImage tile={tile} width={widthPx} />
      <span className="tabular absolute end-1 bottom-1 rounded-1 bg-stage/80 px-1 font-code text-11 text-[#fff]">
        {timecodeOf(time)}
      </span>
    </span>
  )
}
