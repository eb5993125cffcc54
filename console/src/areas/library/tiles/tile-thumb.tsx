import type { Content } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Thumb } from './thumb'

/** The thumbnail of a tile, outlined while the tile's checkbox is checked. It is above the title's link, which covers the
 * tile, so that hovering shows other frames. */
export const TileThumb = memo(function TileThumb({ content }: { readonly content: Content }) {
  return (
    <Link
      to="/$environmentId/videos/$contentId"
      params={{ environmentId: content.environmentId, contentId: content.id }}
      tabIndex={-1}
      aria-hidden
      draggable={false}
      className="relative z-1 block rounded-1 outline-offset-2 outline-act group-has-checked/row:outline-2"
    >
      <Thumb wide content={content} />
    </Link>
  )
})
