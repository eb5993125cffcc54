import type { Content } from '@kinora/contract'
import { TileImage } from './tile-image'
import { useStoryboard } from './use-storyboard'

interface FrameAtProps {
  readonly content: Content
  readonly seconds: number
}

const size = { width: 96, height: 54 }

/** The frame of a video at a time, as large as a thumbnail in a row. Decorative. */
export function FrameAt({ content, seconds }: FrameAtProps) {
  const tile = useStoryboard(content)(seconds)
  return (
    <span
      aria-hidden
      className="hatched grid shrink-0 place-items-center overflow-hidden rounded-1 bg-sunk"
      style={size}
    >
      {tile && (
        <span className="block overflow-hidden" style={fitted(tile)}>
          <TileImage tile={tile} width={fitted(tile).width} />
        </span>
      )}
    </span>
  )
}

/** The size of a frame that is shown whole. */
function fitted({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(size.width / width, size.height / height)
  return { width: width * scale, height: height * scale }
}
