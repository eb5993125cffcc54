import { useState } from 'react'
import { loadStoryboard, type Tile } from './storyboard'

/** Covers a poster: the pointer's position selects the storyboard frame. Decorative. */
export function Scrub({ storyboard }: { readonly storyboard: string }) {
  const [tiles, setTiles] = useState<readonly Tile[]>([])
  const [place, setPlace] = useState<{ draggedWith: number; width: number }>()
  const tile = place && tiles[Math.min(tiles.length - 1, Math.floor(place.draggedWith * tiles.length))]
  const scale = place && tile ? place.width / tile.width : 1
  return (
    <span
      aria-hidden
      className="absolute inset-0 overflow-hidden"
      onPointerEnter={() => void loadStoryboard(storyboard).then(setTiles)}
      onPointerMove={({ clientX, currentTarget }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        setPlace({ draggedWith: Math.max(0, (clientX - left) / width), width })
      }}
      onPointerLeave={() => setPlace(undefined)}
    >
      {place && tile && (
        <>
          <span
            className="absolute top-0 left-0 block origin-top-left bg-stage"
            style={{
              width: tile.width,
              height: tile.height,
              scale: String(scale),
              backgroundImage: `url("${tile.sheet}")`,
              backgroundPosition: `-${tile.x}px -${tile.y}px`,
            }}
          />
          <span
            className="absolute bottom-0 left-0 block h-0.5 bg-act"
            style={{ width: `${place.draggedWith * 100}%` }}
          />
        </>
      )}
    </span>
  )
}
