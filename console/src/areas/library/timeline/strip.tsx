import type { Content } from '@kinora/contract'
import { useEffect, useState } from 'react'
import { loadStoryboard, type Tile } from '../images/storyboard'
import { opened } from '../playback/playback-token'
import { positionIn, type View } from './view'

interface StripProps {
  readonly content: Content
  /** The number of thumbnails side by side. */
  readonly cells: number
  readonly view: View
}

/** Thumbnails of the video in a view. Decorative. */
export function Strip({ content, cells, view }: StripProps) {
  const [tiles, setTiles] = useState<readonly Tile[]>([])
  // The storyboard is ready once the later waveform is.
  const isDrawn = content.poster !== null && (content.stage === null || content.waveform !== null)
  const address = isDrawn ? opened(content.urls.storyboard, content) : null
  useEffect(() => {
    if (address === null) return
    let isHere = true
    void loadStoryboard(address).then((found) => isHere && setTiles(found))
    return () => {
      isHere = false
    }
  }, [address])
  if (tiles.length === 0) return <span className="hatched absolute inset-0" />
  // Cells begin at multiples of their length, so that they move with the view.
  const { start, end, duration } = view
  const step = (end - start) / cells
  const first = Math.floor(start / step + 0.001)
  const last = Math.min(Math.ceil(end / step - 0.001), Math.ceil(duration / step - 0.001))
  const shown = Array.from({ length: last - first }, (_, n) => first + n)
  return (
    <span aria-hidden className="absolute inset-0 overflow-hidden">
      {shown.map((cell) => {
        const middle = Math.min((cell + 0.5) * step, duration)
        const tile = tiles[Math.min(tiles.length - 1, Math.floor((middle / duration) * tiles.length))]
        const left = `${(positionIn(view, cell * step) * 100).toFixed(4)}%`
        return tile && <StripFrame key={cell} tile={tile} left={left} width={`${100 / cells}%`} />
      })}
    </span>
  )
}

const heightPx = 66

interface StripFrameProps {
  readonly tile: Tile
  readonly left: string
  readonly width: string
}

function StripFrame({ tile, left, width }: StripFrameProps) {
  return (
    <span className="absolute inset-y-0 overflow-hidden" style={{ left, width }}>
      <span
        className="absolute top-0 left-1/2 block origin-top-left"
        style={{
          width: tile.width,
          height: tile.height,
          scale: String(Math.max(heightPx / tile.height, 1)),
          translate: `${-(tile.width * Math.max(heightPx / tile.height, 1)) / 2}px 0`,
          backgroundImage: `url("${tile.sheet}")`,
          backgroundPosition: `-${tile.x}px -${tile.y}px`,
        }}
      />
    </span>
  )
}
