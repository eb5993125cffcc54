import { Folder } from '@phosphor-icons/react/dist/csr/Folder'
import { cx } from '../../../ui/cx'

/** A folder's icon in place of a thumbnail. */
export function FolderThumbnail({ large = false }: { readonly large?: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center rounded-1 bg-sunk text-ink-3',
        large ? 'h-[54px] w-24' : 'h-9 w-16',
      )}
    >
      <Folder size={20} weight="fill" />
    </span>
  )
}
