import { LockSimple } from '@phosphor-icons/react/dist/csr/LockSimple'
import type { ReactNode } from 'react'
import { useText } from '../lib/i18n'
import { State } from './state'

interface NoPermissionProps {
  /** The name of the inaccessible screen: "Videos". */
  readonly what: string
  /** The user's role. */
  readonly role: string
  /** Names of the people who can give access, in a sentence; undefined if they are unknown. */
  readonly whom?: string | undefined
  readonly actions?: ReactNode
}

export function NoPermission({ what, role, whom, actions }: NoPermissionProps) {
  const t = useText()
  return (
    <State icon={<LockSimple size={20} />} title={t('ui:notOpenToYou', { what })} actions={actions}>
      {whom === undefined ? t('ui:roleCannotSee', { role }) : t('ui:askForAccess', { role, whom })}
    </State>
  )
}
