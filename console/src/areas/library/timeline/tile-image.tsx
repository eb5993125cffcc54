import type { Tile } from './storyboard'

/** A frame of a storyboard, scaled to a width in pixels. */
export function TileImage({ tile, width }: { readonly tile: Tile; readonly width: number }) {
  return (
    <span
      className="block origin-top-left"
      style={{
        width: tile.width,
        height: tile.height,
        scale: String(width / tile.width),
        backgroundImage: `url("${tile.sheet}")`,
        backgroundPosition: `-${tile.x}px -${tile.y}px`,
      }}
    />
  )
}
