import type { Content, Thumbnail } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import { ArrowCounterClockwise } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { SealCheck } from '@phosphor-icons/react/dist/csr/SealCheck'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { isolate } from '../../../lib/browser/isolate'
import { saveFile } from '../../../lib/browser/save-file'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { toast } from '../../../ui/toast-store'
import { useCopy } from '../../../ui/use-copy'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { rightsOn } from '../rights'
import { useChoosePoster } from './queries'

interface ThumbnailMenuProps {
  readonly content: Content
  readonly thumbnail: Thumbnail
  readonly name: string
  readonly onDelete: () => void
}

/** The actions on a thumbnail. */
export function ThumbnailMenu({ content, thumbnail, name, onDelete }: ThumbnailMenuProps) {
  const t = useText()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { copy } = useCopy()
  const download = useDownload(content, thumbnail)
  const { mutate } = useChoosePoster(content.id)
  const onError = useProblemToast(t('library:thumbnails.posterFailed'))
  const { id, kind, isPoster, url } = thumbnail
  const isThere = content.trashedAt === null
  const choose = (poster: string | null) =>
    mutate(poster, {
      onError,
      onSuccess: () =>
        toast({
          text: poster === null ? t('library:thumbnails.posterUnset') : t('library:thumbnails.posterSet'),
          tone: 'good',
        }),
    })
  const title = t('library:actions.of', { title: isolate(name) })
  if (!isThere) return null
  return (
    <Menu label={title} trigger={<RowMenuButton label={title} />}>
      {rights.update && kind === 'still' && !isPoster && (
        <MenuItem icon={<SealCheck size={16} />} onAction={() => choose(id)}>
          {t('library:thumbnails.makePoster')}
        </MenuItem>
      )}
      {rights.update && isPoster && (
        <MenuItem icon={<ArrowCounterClockwise size={16} />} onAction={() => choose(null)}>
          {t('library:thumbnails.unmakePoster')}
        </MenuItem>
      )}
      <MenuItem
        icon={<LinkSimple size={16} />}
        onAction={() => {
          // Remove the user's own token from the copied address.
          copy(url.replace(/\?.*$/, ''))
          if (isSecureContext) toast({ text: t('library:thumbnails.copied'), tone: 'good' })
        }}
      >
        {t('library:actions.copyLink')}
      </MenuItem>
      <MenuItem icon={<DownloadSimple size={16} />} onAction={download}>
        {t('library:thumbnails.download')}
      </MenuItem>
      {rights.delete && (
        <MenuItem danger icon={<Trash size={16} />} onAction={onDelete}>
          {t('library:actions.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}

/** Downloads a thumbnail, named after its video. */
function useDownload({ title }: Content, thumbnail: Thumbnail): () => void {
  const t = useText()
  return () => {
    const failed = () => toast({ text: t('library:thumbnails.downloadFailed'), tone: 'bad' })
    fetch(thumbnail.url)
      .then(async (answer) =>
        answer.ok ? saveFile(fileNameOf(title, thumbnail), await answer.blob()) : failed(),
      )
      .catch(failed)
  }
}

function fileNameOf(title: string, { kind, time, fileName }: Thumbnail): string {
  const extension = kind === 'gif' ? 'gif' : 'jpg'
  if (fileName !== null) return `${fileName.replace(/\.[^.]*$/, '')}.${extension}`
  // Windows forbids colons in file names.
  return `${title} ${timecodeOf(time ?? 0).replaceAll(':', '.')}.${extension}`
}
