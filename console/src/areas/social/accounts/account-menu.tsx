import type { SocialAccount } from '@kinora/contract'
import { ArrowsClockwise } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { PlugsConnected } from '@phosphor-icons/react/dist/csr/PlugsConnected'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useCheckAccount, useConnect, useDeleteAccount } from '../queries'

/** Menu with the actions on an account. */
export function AccountMenu({ account }: { readonly account: SocialAccount }) {
  const t = useText()
  const rights = useRights('Settings', 'Social Media Account')
  const [isDeleting, setDeleting] = useState(false)
  const check = useCheckAccount()
  const connect = useConnect()
  const remove = useDeleteAccount()
  const notDone = useProblemToast(t('social:accounts.notDone'))
  if (!rights.create && !rights.update && !rights.delete) return null
  const { id, network, openPosts } = account
  const name = isolate(account.name)
  const checked = ({ state }: SocialAccount) =>
    state === 'connected'
      ? toast({ text: t('social:accounts.works', { name }), tone: 'good' })
      : toast({ text: t('social:accounts.worksNot', { name }), tone: 'bad' })
  return (
    <>
      <Menu
        label={t('social:accounts.of', { name: account.name })}
        trigger={<RowMenuButton label={t('social:accounts.of', { name: account.name })} />}
      >
        {rights.update && (
          <MenuItem
            icon={<ArrowsClockwise size={16} />}
            onAction={() => check.mutate(id, { onSuccess: checked, onError: notDone })}
          >
            {t('social:accounts.check')}
          </MenuItem>
        )}
        {rights.create && (
          <MenuItem
            icon={<PlugsConnected size={16} />}
            onAction={() => connect.mutate({ network, accountId: id }, { onError: notDone })}
          >
            {t('social:accounts.reconnect')}
          </MenuItem>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setDeleting(true)}>
            {t('social:accounts.delete.action')}
          </MenuItem>
        )}
      </Menu>
      {isDeleting && (
        <ConfirmAction
          mutation={remove}
          of={account}
          title={t('social:accounts.delete.title', { name })}
          confirm={t('social:accounts.delete.action')}
          cancel={t('social:accounts.delete.keep')}
          done={t('social:accounts.delete.done', { name })}
          failed={t('social:accounts.notDone')}
          onClose={() => setDeleting(false)}
        >
          {openPosts === 0
            ? t('social:accounts.delete.about')
            : t('social:accounts.delete.posts', { count: openPosts })}
        </ConfirmAction>
      )}
    </>
  )
}
