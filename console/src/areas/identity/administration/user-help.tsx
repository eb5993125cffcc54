import type { InstallationUser } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useEndUserSessions, useResetFactor } from './queries'

export type UserHelpKind = 'sessions' | 'factor'

interface UserHelpProps {
  readonly person: InstallationUser
  readonly kind: UserHelpKind
  readonly onClose: () => void
}

/** Asks before an administrator ends the sessions of a user or resets their second factor. */
export function UserHelp({ person: { id, name }, kind, onClose }: UserHelpProps) {
  const t = useText()
  const endSessions = useEndUserSessions()
  const resetFactor = useResetFactor()
  return (
    <ConfirmAction
      mutation={kind === 'factor' ? resetFactor : endSessions}
      of={id}
      title={t(`identity:userHelp.${kind}.title`, { name })}
      confirm={t(`identity:userHelp.${kind}.confirm`)}
      cancel={t('identity:administration.cancel')}
      done={t(`identity:userHelp.${kind}.done`, { name })}
      failed={t(`identity:userHelp.${kind}.failed`)}
      onClose={onClose}
    >
      <p>{t(`identity:userHelp.${kind}.about`)}</p>
    </ConfirmAction>
  )
}
