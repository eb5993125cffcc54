import type { EncodingProfile } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useDeleteProfile } from './queries'

interface DeleteProfileProps {
  readonly profile: EncodingProfile
  readonly onClose: () => void
  readonly onDeleted?: () => void
}

/** Asks before a profile is deleted. Existing videos are not changed. */
export function DeleteProfile({ profile, onClose, onDeleted }: DeleteProfileProps) {
  const t = useText()
  const { name } = profile
  return (
    <ConfirmAction
      mutation={useDeleteProfile()}
      of={profile}
      title={t('library:profiles.deleteTitle', { name })}
      confirm={t('library:profiles.deleteSubmit')}
      cancel={t('library:profiles.keep')}
      done={t('library:profiles.deleted', { name })}
      failed={t('library:profiles.deleteFailed')}
      onClose={onClose}
      {...(onDeleted && { onDone: onDeleted })}
    >
      {t('library:profiles.deleteAbout')}
    </ConfirmAction>
  )
}
