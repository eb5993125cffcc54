import type { Content } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { cx } from '../../../ui/cx'
import { Thumb } from '../images/thumb'

interface TileThumbProps {
  readonly content: Content
  readonly isSelected: boolean
}

/** The thumbnail of a tile. It is above the title's link, which covers the tile, so that hovering shows other frames. */
export const TileThumb = memo(function TileThumb({ content, isSelected }: TileThumbProps) {
  return (
    <Link
      to="/$environmentId/videos/$contentId"
      params={{ environmentId: content.environmentId, contentId: content.id }}
      tabIndex={-1}
      aria-hidden
      draggable={false}
      className={cx('relative z-1 block rounded-1', isSelected && 'outline-2 outline-offset-2 outline-act')}
    >
      <Thumb wide content={content} />
    </Link>
  )
})
