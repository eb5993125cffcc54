import type { EncodingProfile } from '@kinora/contract'
import { useText } from '../../../../lib/i18n'
import { ConfirmDialog } from '../../../../ui/confirm-dialog'
import { toast } from '../../../../ui/toast-store'
import { useProblemToast } from '../../../../ui/use-problem-toast'
import { useDeleteProfile } from '../../queries-profiles'

interface DeleteProfileProps {
  readonly profile: EncodingProfile
  readonly onClose: () => void
}

/** Asks before a profile is gone. Videos stay as they are. */
export function DeleteProfile({ profile, onClose }: DeleteProfileProps) {
  const t = useText()
  const { mutate, isPending } = useDeleteProfile()
  const onError = useProblemToast(t('library:profiles.deleteFailed'))
  const { name } = profile
  const send = () =>
    mutate(profile, {
      onSuccess: () => {
        toast({ text: t('library:profiles.deleted', { name }), tone: 'good' })
        onClose()
      },
      onError,
    })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('library:profiles.deleteTitle', { name })}
      confirm={t('library:profiles.deleteSubmit')}
      cancel={t('library:profiles.keep')}
      busy={isPending}
      onConfirm={send}
    >
      {t('library:profiles.deleteAbout')}
    </ConfirmDialog>
  )
}
