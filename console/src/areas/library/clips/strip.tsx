import type { Content } from '@kinora/contract'
import { useEffect, useState } from 'react'
import { loadStoryboard, type Tile } from '../images/storyboard'
import { opened } from '../playback/playback-token'

interface StripProps {
  readonly content: Content
  /** The number of thumbnails side by side. */
  readonly cells: number
}

/** Thumbnails of the video along its duration. Decorative. */
export function Strip({ content, cells }: StripProps) {
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
  const middles = Array.from({ length: cells }, (_, n) => (n + 0.5) / cells)
  return (
    <span aria-hidden className="absolute inset-0 flex">
      {middles.map((draggedWith) => {
        const tile = tiles[Math.floor(draggedWith * tiles.length)]
        return tile && <StripFrame key={draggedWith} tile={tile} />
      })}
    </span>
  )
}

const heightPx = 66

function StripFrame({ tile }: { readonly tile: Tile }) {
  return (
    <span className="relative h-full min-w-0 flex-1 overflow-hidden">
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
