import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { hasUnsaved } from '../../../lib/unsaved'
import { Banner } from '../../../ui/banner'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { meQuery } from '../queries'
import { useSignOut } from './queries'

/** Asks before the session ends. An impersonating administrator returns to their own session. */
export function LogOutDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const { data: me } = useSuspenseQuery(meQuery)
  const signOut = useSignOut()
  const [unsaved] = useState(hasUnsaved)
  const acting = me.impersonation !== null
  const name = `${me.firstName} ${me.lastName}`
  return (
    <ConfirmDialog
      isOpen
      danger={false}
      busy={signOut.isPending}
      title={acting ? t('identity:impersonation.stopTitle', { name }) : t('app:logOut.title')}
      confirm={acting ? t('identity:impersonation.stop') : t('app:logOut.submit')}
      cancel={acting ? t('identity:impersonation.goOn') : t('app:logOut.cancel')}
      onOpenChange={onClose}
      onConfirm={() => signOut.mutate(undefined, { onSettled: onClose })}
    >
      {acting ? t('identity:impersonation.stopAbout') : t('app:logOut.about', { email: me.email })}
      {unsaved && (
        <div className="mt-3">
          <Banner tone="warn">{t('ui:unsavedLost')}</Banner>
        </div>
      )}
    </ConfirmDialog>
  )
}
