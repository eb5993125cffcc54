import { useState } from 'react'
import { useHere } from '../../areas/identity'
import { api } from '../../lib/api'
import { useText } from '../../lib/i18n'
import { endSession } from '../../lib/session'
import { ConfirmDialog } from '../../ui/confirm-dialog'

export function LogOutDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const { user } = useHere()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await api('signOut')
    } finally {
      // Without the server's word the token lapses by itself; this device forgets it in any case.
      onClose()
      endSession('left')
    }
  }
  return (
    <ConfirmDialog
      isOpen
      danger={false}
      busy={busy}
      title={t('app:logOut.title')}
      confirm={t('app:logOut.submit')}
      cancel={t('app:logOut.cancel')}
      onOpenChange={onClose}
      onConfirm={() => void leave().catch(() => undefined)}
    >
      {t('app:logOut.about', { email: user.email })}
    </ConfirmDialog>
  )
}
