import type { Collection } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { FolderPlus } from '@phosphor-icons/react/dist/csr/FolderPlus'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { below, useMedia } from '../../../lib/media'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { Page } from '../../../ui/page'
import { useRights } from '../../identity'
import { useFolderSummary } from '../items/item-line'
import { folderItem, type Item } from '../parts/item'
import { UploadButton } from '../uploads/upload-button'
import { Crumbs } from './crumbs'
import { type ItemAction, ItemMenu } from './item-menu'

interface OpenedFolder extends Collection {
  readonly path: readonly { readonly id: string; readonly name: string }[]
}

interface FolderPageProps {
  /** Undefined at the root, and while the folder is loading. */
  readonly folder: OpenedFolder | undefined
  /** Whether the page is of a folder, even if it is still loading. */
  readonly isInside: boolean
  readonly onNewFolder: () => void
  readonly onItemAction: (action: ItemAction, items: readonly Item[]) => void
  readonly children: ReactNode
}

/** The header of a folder: breadcrumbs, name, content summary and buttons to add items. */
export function FolderPage({ folder, isInside, onNewFolder, onItemAction, children }: FolderPageProps) {
  const t = useText()
  const phone = useMedia(below.sm)
  const rights = useRights('DAM', 'Folder')
  const videos = useRights('Videos', 'Video')
  const inFolder = useFolderSummary()
  const isOpen = !isInside || folder?.trashedAt === null
  const hasMenu = isOpen && folder && (rights.update || rights.delete)
  const above = folder?.path.filter(({ id }) => id !== folder.id) ?? []
  return (
    <Page
      title={folder?.name ?? t('library:dam.title')}
      {...(isInside && { crumbs: <Crumbs above={above} /> })}
      beside={
        <>
          {hasMenu && (
            <ItemMenu
              openable={false}
              item={folderItem(folder)}
              onItemAction={onItemAction}
              trigger={
                <IconButton label={t('library:actions.of', { title: folder.name })}>
                  <DotsThree size={16} weight="bold" />
                </IconButton>
              }
            />
          )}
          {folder && !phone && <span className="tabular text-ink-3">{inFolder(folder)}</span>}
        </>
      }
      actions={
        isOpen && (
          <>
            {rights.create &&
              (phone ? (
                <IconButton outlined label={t('library:folder.new')} onPress={onNewFolder}>
                  <FolderPlus size={20} />
                </IconButton>
              ) : (
                <Button icon={<FolderPlus size={16} />} onPress={onNewFolder}>
                  {t('library:folder.new')}
                </Button>
              ))}
            {videos.create && <UploadButton />}
          </>
        )
      }
    >
      {children}
    </Page>
  )
}
