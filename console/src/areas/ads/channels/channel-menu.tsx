import type { AdChannel } from '@kinora/contract'
import { ArrowSquareOut } from '@phosphor-icons/react/dist/csr/ArrowSquareOut'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Power } from '@phosphor-icons/react/dist/csr/Power'
import { Prohibit } from '@phosphor-icons/react/dist/csr/Prohibit'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast-store'
import { useCopy } from '../../../ui/use-copy'
import { useRights } from '../../identity'
import { useTurn } from './use-turn'

const ChannelForm = lazy(async () => ({ default: (await import('./channel-form')).ChannelForm }))
const DeleteChannel = lazy(async () => ({ default: (await import('./delete-channel')).DeleteChannel }))

interface ChannelMenuProps {
  readonly channel: AdChannel
  /** Button that opens the menu. */
  readonly trigger: ReactNode
  /** Whether the menu links to the channel's page, as in a list. */
  readonly isOpenable?: boolean
  readonly onDeleted?: () => void
}

/** Menu with the actions on an ad channel. */
export function ChannelMenu({ channel, trigger, isOpenable = false, onDeleted }: ChannelMenuProps) {
  const t = useText()
  const rights = useRights('Ad Insertion', 'Channel')
  const { copy } = useCopy()
  const { turn } = useTurn(channel)
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const { id, environmentId, name, enabled, playbackUrl } = channel
  const close = () => setAsked(undefined)
  const copyUrl = () => {
    copy(playbackUrl)
    if (isSecureContext) toast({ text: t('ui:copied'), tone: 'good' })
  }
  return (
    <>
      <Menu label={t('ads:channels.actions.of', { name })} trigger={trigger}>
        {isOpenable && (
          <MenuItem
            icon={<ArrowSquareOut size={16} className="rtl:-scale-x-100" />}
            href={`/${environmentId}/ad_insertion/${id}`}
          >
            {t('ads:channels.actions.open')}
          </MenuItem>
        )}
        <MenuItem icon={<LinkSimple size={16} />} onAction={copyUrl}>
          {t('ads:channels.actions.copyUrl')}
        </MenuItem>
        {rights.update && (
          <MenuItem icon={<PencilSimple size={16} />} onAction={() => setAsked('edit')}>
            {t('ads:channels.actions.edit')}
          </MenuItem>
        )}
        {rights.update && (
          <MenuItem icon={enabled ? <Prohibit size={16} /> : <Power size={16} />} onAction={turn}>
            {t(`ads:channels.actions.${enabled ? 'disable' : 'enable'}`)}
          </MenuItem>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setAsked('delete')}>
            {t('ads:channels.actions.delete')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {asked === 'edit' && <ChannelForm channel={channel} onClose={close} />}
        {asked === 'delete' && (
          <DeleteChannel channel={channel} onClose={close} {...(onDeleted && { onDeleted })} />
        )}
      </Suspense>
    </>
  )
}
