import type { Role } from '@kinora/contract'
import { CaretUpDown } from '@phosphor-icons/react/dist/csr/CaretUpDown'
import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { DialogPopover } from '../../../ui/dialog-popover'
import { Finder } from '../../../ui/finder'
import { IconButton } from '../../../ui/icon-button'
import { useWorkspace } from '../workspace'
import { useRoleName } from './role-name'

interface RoleSwitchProps {
  readonly role: Role
  readonly roles: readonly Role[]
}

/** Switches to another role without returning to the list. */
export function RoleSwitch(props: RoleSwitchProps) {
  const t = useText()
  return (
    <DialogPopover
      label={t('identity:roles.other')}
      className="w-72"
      trigger={
        <IconButton size="small" label={t('identity:roles.other')}>
          <CaretUpDown size={16} />
        </IconButton>
      }
    >
      {(close) => <OtherRoles {...props} onDone={close} />}
    </DialogPopover>
  )
}

function OtherRoles({ role, roles, onDone }: RoleSwitchProps & { readonly onDone: () => void }) {
  const t = useText()
  const [phrase, setPhrase] = useState('')
  const { environment } = useWorkspace()
  const roleName = useRoleName()
  const rows = roles
    .filter((one) => roleName(one).toLocaleLowerCase().includes(phrase.trim().toLocaleLowerCase()))
    .map((one) => ({
      id: one.id,
      text: roleName(one),
      href: `/${environment.id}/settings/roles/${one.id}`,
      ...(one.id === role.id && {
        end: <Check size={14} weight="bold" className="text-ink-2" aria-hidden />,
      }),
    }))
  return (
    <Finder
      label={t('identity:roles.find')}
      phrase={phrase}
      onPhrase={setPhrase}
      onDone={onDone}
      nothing={t('ui:noResults')}
      sections={[{ id: 'roles', label: t('identity:roles.title'), rows }]}
    />
  )
}
