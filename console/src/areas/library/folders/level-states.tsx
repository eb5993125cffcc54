import type { Collection } from '@kinora/contract'
import { FolderOpen } from '@phosphor-icons/react/dist/csr/FolderOpen'
import { FolderPlus } from '@phosphor-icons/react/dist/csr/FolderPlus'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { UploadSimple } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { State } from '../../../ui/state'
import { useRights, useWorkspace } from '../../identity'
import { useRestore } from '../items/use-restore'
import { folderItem } from '../parts/item'
import { useChooseFiles } from '../uploads/use-add-files'

interface EmptyLevelProps {
  /** Undefined at the root. */
  readonly name: string | undefined
  readonly onNewFolder: () => void
}

/** An empty folder; at the root, an introduction to folders. */
export function EmptyLevel({ name, onNewFolder }: EmptyLevelProps) {
  const t = useText()
  const folders = useRights('DAM', 'Folder')
  const videos = useRights('Videos', 'Video')
  const choose = useChooseFiles()
  const mayAdd = folders.create || videos.create
  const first = t(mayAdd ? 'library:dam.first' : 'library:dam.emptyAll')
  const about = name === undefined ? t('library:dam.firstAbout') : t('library:dam.emptyAbout')
  return (
    <State
      icon={<FolderOpen size={20} />}
      title={name === undefined ? first : t('library:dam.empty', { name })}
      actions={
        mayAdd && (
          <>
            {videos.create && (
              <Button variant="primary" icon={<UploadSimple size={16} />} onPress={() => choose('files')}>
                {t('library:upload.chooseFiles')}
              </Button>
            )}
            {folders.create && (
              <Button icon={<FolderPlus size={16} />} onPress={onNewFolder}>
                {t('library:folder.new')}
              </Button>
            )}
          </>
        )
      }
    >
      {mayAdd ? about : t('library:dam.emptyRole')}
    </State>
  )
}

/** The folder does not exist or was deleted. */
export function NoFolder() {
  const t = useText()
  return (
    <State icon={<FolderOpen size={20} />} title={t('library:dam.gone')} actions={<ToAll />}>
      {t('library:dam.goneWhy')}
    </State>
  )
}

export function FolderInTrash({ folder }: { readonly folder: Collection }) {
  const t = useText()
  const rights = useRights('DAM', 'Folder')
  const { restore, busy } = useRestore()
  return (
    <State
      icon={<Trash size={20} />}
      title={t('library:dam.trashed', { name: folder.name })}
      actions={
        <>
          {rights.update && (
            <Button variant="primary" busy={busy} onPress={() => restore([folderItem(folder)])}>
              {t('library:trash.restore')}
            </Button>
          )}
          <ToAll />
        </>
      }
    >
      {t('library:dam.trashedAbout')}
    </State>
  )
}

function ToAll() {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <LinkButton to="/$environmentId/dam" params={{ environmentId: environment.id }}>
      {t('library:dam.goneBack')}
    </LinkButton>
  )
}
