import type { CustomPlayback, Livestream } from '@kinora/contract'
import { Copy } from '@phosphor-icons/react/dist/csr/Copy'
import { CopySimple } from '@phosphor-icons/react/dist/csr/CopySimple'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { Pause } from '@phosphor-icons/react/dist/csr/Pause'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { toast } from '../../../ui/toast-store'
import { useCopy } from '../../../ui/use-copy'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useChangeCustomUrl } from '../queries'

export interface CustomUrlActions {
  readonly onEdit: (customUrl: CustomPlayback) => void
  readonly onDuplicate: (customUrl: CustomPlayback) => void
  readonly onDelete: (customUrl: CustomPlayback) => void
}

interface CustomUrlMenuProps extends CustomUrlActions {
  readonly stream: Livestream
  readonly customUrl: CustomPlayback
}

/** Menu of a custom URL. */
export function CustomUrlMenu({ stream, customUrl, onEdit, onDuplicate, onDelete }: CustomUrlMenuProps) {
  const t = useText()
  const rights = useRights('Livestreams', 'Livestream')
  const { copy } = useCopy()
  const { mutate } = useChangeCustomUrl(stream)
  const onError = useProblemToast(t('live:customUrls.changeFailed'))
  const { id: customPlaybackId, name, status, urls } = customUrl
  const next = status === 'resumed' ? 'pause' : 'resume'
  const label = t('live:streams.actions.of', { name })
  const turn = () =>
    mutate(
      { customPlaybackId, change: next },
      {
        onError,
        onSuccess: () => toast({ text: t(`live:customUrls.done.${next}`, { name }), tone: 'good' }),
      },
    )
  const copyAddress = (address: string) => {
    copy(address)
    if (isSecureContext) toast({ text: t('ui:copied'), tone: 'good' })
  }
  return (
    <Menu label={label} trigger={<RowMenuButton label={label} />}>
      <MenuItem icon={<LinkSimple size={16} />} onAction={() => copyAddress(urls.shareable)}>
        {t('live:streams.actions.copyLink')}
      </MenuItem>
      <MenuItem icon={<Copy size={16} />} onAction={() => copyAddress(urls.hls)}>
        {t('live:customUrls.actions.copyUrl')}
      </MenuItem>
      {rights.update && (
        <MenuItem icon={next === 'pause' ? <Pause size={16} /> : <Play size={16} />} onAction={turn}>
          {t(`live:customUrls.actions.${next}`)}
        </MenuItem>
      )}
      {rights.update && (
        <MenuItem icon={<PencilSimple size={16} />} onAction={() => onEdit(customUrl)}>
          {t('live:customUrls.actions.edit')}
        </MenuItem>
      )}
      {rights.update && (
        <MenuItem icon={<CopySimple size={16} />} onAction={() => onDuplicate(customUrl)}>
          {t('live:customUrls.actions.duplicate')}
        </MenuItem>
      )}
      {rights.update && (
        <MenuItem danger icon={<Trash size={16} />} onAction={() => onDelete(customUrl)}>
          {t('live:customUrls.actions.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}
