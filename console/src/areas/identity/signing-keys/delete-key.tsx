import type { SigningKey } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { useDeleteSigningKey } from './queries'

interface DeleteKeyProps {
  readonly signingKey: SigningKey
  readonly onClose: () => void
}

/** Asks before a key is deleted, which invalidates every token that it signed. */
export function DeleteKey({ signingKey, onClose }: DeleteKeyProps) {
  const t = useText()
  const remove = useDeleteSigningKey()
  const send = () =>
    remove.mutate(signingKey, {
      onSuccess: () => {
        onClose()
        toast({ text: t('identity:keys.deleted'), tone: 'good' })
      },
    })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('identity:keys.deleteTitle')}
      confirm={t('identity:keys.delete')}
      cancel={t('identity:tokens.keep')}
      busy={remove.isPending}
      onConfirm={send}
    >
      <code className="ltr mb-3 block text-start font-code text-12 break-all text-ink">{signingKey.id}</code>
      <p className="mb-3">{t('identity:keys.deleteAbout')}</p>
      <FormProblem error={remove.error} />
    </ConfirmDialog>
  )
}
