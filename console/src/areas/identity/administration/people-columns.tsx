import type { InstallationUser } from '@kinora/contract'
import { ShieldSlash } from '@phosphor-icons/react/dist/csr/ShieldSlash'
import { SignOut } from '@phosphor-icons/react/dist/csr/SignOut'
import { UserSwitch } from '@phosphor-icons/react/dist/csr/UserSwitch'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import type { UserHelpKind } from './user-help'

/** The columns of the list of users. Administrators cannot be impersonated. */
export function usePeopleColumns(
  onActAs: (person: InstallationUser) => void,
  onHelp: (person: InstallationUser, kind: UserHelpKind) => void,
): readonly Column<InstallationUser, never>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('identity:administration.name'),
      cell: (person) => <Person person={person} />,
    },
    {
      id: 'organizations',
      head: t('identity:administration.organizations'),
      width: '30%',
      from: 'md',
      cell: ({ organizations }) => {
        const names = format.list(organizations.map(({ name }) => name))
        return (
          <span dir="auto" title={names} className="cut own-way block text-ink-2">
            {names === '' ? none : names}
          </span>
        )
      },
    },
    {
      id: 'createdAt',
      head: t('identity:administration.since'),
      width: '130px',
      from: 'sm',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={format.exactTime(createdAt)} className="tabular text-ink-2">
          {format.date(createdAt)}
        </time>
      ),
    },
    {
      id: 'actions',
      head: t('identity:administration.actions'),
      quietHead: true,
      width: '168px',
      cell: (person) =>
        !person.isAdmin && (
          <span className="flex justify-end gap-1">
            <Button size="small" icon={<UserSwitch size={14} aria-hidden />} onPress={() => onActAs(person)}>
              <span aria-hidden>{t('identity:administration.actAs')}</span>
              <span className="sr-only">{`${t('identity:administration.actAs')}: ${person.name}`}</span>
            </Button>
            <HelpMenu person={person} onHelp={(kind) => onHelp(person, kind)} />
          </span>
        ),
    },
  ]
}

interface HelpMenuProps {
  readonly person: InstallationUser
  readonly onHelp: (kind: UserHelpKind) => void
}

function HelpMenu({ person: { name, hasSecondFactor }, onHelp }: HelpMenuProps) {
  const t = useText()
  const label = t('identity:userHelp.actions', { name })
  return (
    <Menu label={label} trigger={<RowMenuButton label={label} />}>
      <MenuItem icon={<SignOut size={16} className="rtl:-scale-x-100" />} onAction={() => onHelp('sessions')}>
        {t('identity:userHelp.sessions.open')}
      </MenuItem>
      {hasSecondFactor && (
        <MenuItem danger icon={<ShieldSlash size={16} />} onAction={() => onHelp('factor')}>
          {t('identity:userHelp.factor.open')}
        </MenuItem>
      )}
    </Menu>
  )
}

function Person({ person: { id, name, email, isAdmin } }: { readonly person: InstallationUser }) {
  const t = useText()
  const words = name.trim().split(/\s+/)
  return (
    <span className="flex items-center gap-3">
      <Avatar firstName={words[0] ?? ''} lastName={words.length > 1 ? (words.at(-1) ?? '') : ''} id={id} />
      <span className="min-w-0">
        <span className="flex items-center gap-2">
          <span dir="auto" className="cut own-way font-mid text-ink">
            {name}
          </span>
          {isAdmin && (
            <span className="shrink-0 rounded-1 bg-hover px-1.5 text-11 text-ink-2">
              {t('identity:administration.admin')}
            </span>
          )}
        </span>
        <span dir="auto" className="cut own-way block text-12 text-ink-3">
          {email}
        </span>
      </span>
    </span>
  )
}
