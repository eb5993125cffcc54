import type { AlertChannel } from '@kinora/contract'
import { PaperPlaneTilt } from '@phosphor-icons/react/dist/csr/PaperPlaneTilt'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Power } from '@phosphor-icons/react/dist/csr/Power'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useDeleteChannel, useEnableChannel, useTestChannel } from '../queries'

interface ChannelMenuProps {
  readonly channel: AlertChannel
  readonly onEdit: () => void
  /** Button that opens the menu. */
  readonly trigger: ReactNode
}

/** Menu with the actions on a channel. */
export function ChannelMenu({ channel, onEdit, trigger }: ChannelMenuProps) {
  const t = useText()
  const rights = useRights('Alerts', 'Alert')
  const [isDeleting, setDeleting] = useState(false)
  const test = useTestChannel()
  const enable = useEnableChannel()
  const remove = useDeleteChannel()
  const notDone = useProblemToast(t('alerts:channels.notDone'))
  if (!rights.update && !rights.delete) return null
  const name = isolate(channel.name)
  const switchOn = () =>
    enable.mutate(channel.id, {
      onSuccess: () => toast({ text: t('alerts:channels.enabled', { name }), tone: 'good' }),
      onError: notDone,
    })
  const sendTest = () =>
    test.mutate(channel.id, {
      onSuccess: ({ sent, fault }) =>
        toast(
          sent
            ? { text: t('alerts:channels.tested'), tone: 'good' }
            : { text: t('alerts:channels.notTested', { fault: fault ?? '' }), tone: 'bad' },
        ),
      onError: notDone,
    })
  return (
    <>
      <Menu label={t('alerts:channels.of', { name: channel.name })} trigger={trigger}>
        {rights.update && (
          <>
            {channel.disabledAt !== null && (
              <MenuItem icon={<Power size={16} />} onAction={switchOn}>
                {t('alerts:channels.enable')}
              </MenuItem>
            )}
            <MenuItem icon={<PaperPlaneTilt size={16} />} onAction={sendTest}>
              {t('alerts:channels.test')}
            </MenuItem>
            <MenuItem icon={<PencilSimple size={16} />} onAction={onEdit}>
              {t('alerts:channels.edit')}
            </MenuItem>
          </>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setDeleting(true)}>
            {t('alerts:channels.delete.action')}
          </MenuItem>
        )}
      </Menu>
      {isDeleting && (
        <ConfirmAction
          mutation={remove}
          of={channel}
          title={t('alerts:channels.delete.title', { name })}
          confirm={t('alerts:channels.delete.action')}
          cancel={t('alerts:channels.delete.keep')}
          done={t('alerts:channels.delete.done', { name })}
          failed={t('alerts:channels.notDone')}
          onClose={() => setDeleting(false)}
        >
          {t('alerts:channels.delete.about')}
        </ConfirmAction>
      )}
    </>
  )
}
