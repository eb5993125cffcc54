import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { useWorkspace } from '../../identity'
import type { Item } from '../parts/item'
import { statusOf, statusText } from '../parts/status'

interface ItemLinkProps {
  readonly item: Item
  readonly className: string
}

export const ItemLink = memo(function ItemLink({ item, className }: ItemLinkProps) {
  const { environment } = useWorkspace()
  const environmentId = environment.id
  // The name begins where the page does, and is cut at its own end.
  const shared = {
    title: item.name,
    draggable: false,
    dir: 'auto',
    className: cx('own-way', className),
  } as const
  return item.kind === 'folder' ? (
    <Link {...shared} to="/$environmentId/dam" params={{ environmentId }} search={{ folder: item.id }}>
      <bdi>{item.name}</bdi>
    </Link>
  ) : (
    <Link {...shared} to="/$environmentId/videos/$contentId" params={{ environmentId, contentId: item.id }}>
      <bdi>{item.name}</bdi>
    </Link>
  )
})

/** The line under the name of a video: its progress or its duration. */
export function useVideoNote() {
  const t = useText()
  const format = useFormat()
  return (item: Item): string | undefined => {
    if (item.kind === 'folder') return undefined
    const { status, stage, duration } = item.content
    if (status === 'failed' || stage !== null) return statusText(statusOf(t, item.content))
    return duration === null ? undefined : format.duration(duration)
  }
}
