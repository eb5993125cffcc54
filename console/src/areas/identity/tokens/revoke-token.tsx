import type { ApiToken } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { useRevokeToken } from './queries'

/** Asks before a token is permanently revoked. */
export function RevokeToken({ token, onClose }: { readonly token: ApiToken; readonly onClose: () => void }) {
  const t = useText()
  const revoke = useRevokeToken()
  const { name } = token
  const send = () =>
    revoke.mutate(token, {
      onSuccess: () => {
        onClose()
        toast({ text: t('identity:tokens.revoked', { name }), tone: 'good' })
      },
    })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('identity:tokens.revokeTitle', { name })}
      confirm={t('identity:tokens.revoke')}
      cancel={t('identity:tokens.keep')}
      busy={revoke.isPending}
      onConfirm={send}
    >
      <p className="mb-3">{t('identity:tokens.revokeAbout')}</p>
      <FormProblem error={revoke.error} />
    </ConfirmDialog>
  )
}
