import type { Collection } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { Item } from '../parts/item'
import { Thumb } from '../tiles/thumb'
import { FolderThumbnail } from './folder-thumbnail'

/** An item in a dialog's list: thumbnail, name and, for a folder, its content. */
export function ItemLine({ item }: { readonly item: Item }) {
  const inFolder = useFolderSummary()
  return (
    <li className="flex items-center gap-3">
      {item.kind === 'folder' ? <FolderThumbnail /> : <Thumb content={item.content} />}
      <span className="min-w-0 flex-1">
        <span dir="auto" className="own-way cut block text-ink">
          <bdi>{item.name}</bdi>
        </span>
        {item.kind === 'folder' && (
          <span className="cut block text-12 text-ink-3">{inFolder(item.folder)}</span>
        )}
      </span>
    </li>
  )
}

/** "58 videos, 3 folders, and 12 GB". */
export function useFolderSummary() {
  const t = useText()
  const format = useFormat()
  return ({ assetCount, collectionCount, storage }: Collection) => {
    const parts = [
      ...(assetCount > 0 ? [t('library:bulk.chosen', { count: assetCount })] : []),
      ...(collectionCount > 0 ? [t('library:dam.foldersIn', { count: collectionCount })] : []),
      ...(storage > 0 ? [format.bytes(storage)] : []),
    ]
    return parts.length > 0 ? parts.join(t('library:source.comma')) : t('library:delete.nothingIn')
  }
}
