import type { Content } from '@kinora/contract'
import { DeleteDialog } from '../items/delete-dialog'
import { videoItem } from '../parts/item'

interface DeleteVideoProps {
  readonly content: Content
  readonly onClose: () => void
}

/** Asks before a video moves to the trash, for lists of other areas. */
export function DeleteVideo({ content, onClose }: DeleteVideoProps) {
  return <DeleteDialog items={[videoItem(content)]} onClose={onClose} />
}
