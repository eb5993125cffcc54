import { useState } from 'react'
import { loadStoryboard, type Tile } from '../timeline/storyboard'
import { TileImage } from '../timeline/tile-image'

/** Covers a poster: the pointer's position selects the storyboard frame. Decorative. */
export function Scrub({ storyboard }: { readonly storyboard: string }) {
  const [tiles, setTiles] = useState<readonly Tile[]>([])
  const [hover, setHover] = useState<{ position: number; width: number }>()
  const tile = hover && tiles[Math.min(tiles.length - 1, Math.floor(hover.position * tiles.length))]
  return (
    <span
      aria-hidden
      className="absolute inset-0 overflow-hidden"
      onPointerEnter={() => void loadStoryboard(storyboard).then(setTiles)}
      onPointerMove={({ clientX, currentTarget }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        setHover({ position: Math.max(0, (clientX - left) / width), width })
      }}
      onPointerLeave={() => setHover(undefined)}
    >
      {hover && tile && (
        <>
          <span className="absolute top-0 left-0 bg-stage">
            <TileImage tile={tile} width={hover.width} />
          </span>
          <span
            className="absolute bottom-0 left-0 block h-0.5 bg-act"
            style={{ width: `${hover.position * 100}%` }}
          />
        </>
      )}
    </span>
  )
}
