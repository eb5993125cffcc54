import type { Role } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { BareButton } from '../../../ui/bare-button'
import { DialogPopover } from '../../../ui/dialog-popover'
import { PersonAvatar } from '../person-avatar'
import { useWorkspace } from '../workspace'
import { HolderList } from './holder-list'
import { roleUsersQuery } from './queries'

const maxShown = 4

/** Avatars and number of the role's holders; a press lists them. */
export function Holders({ role }: { readonly role: Role }) {
  const t = useText()
  const { organization } = useWorkspace()
  const { data: holders = [] } = useQuery(roleUsersQuery(organization.id, role.id))
  const people = [...new Map(holders.map((holder) => [holder.userId, holder])).values()]
  const count = t('identity:roles.peopleCount', { count: role.users })
  if (people.length === 0) return <span className="text-13 text-ink-3">{count}</span>
  return (
    <DialogPopover
      label={count}
      className="w-90 max-w-[calc(100vw-32px)] px-4 py-1"
      trigger={
        <BareButton className="flex h-8 cursor-default items-center gap-2.5 rounded-2 px-1.5 text-13 text-ink-2 transition-colors hover:bg-hover aria-expanded:bg-press">
          <span className="flex -space-x-1.5 rtl:space-x-reverse" aria-hidden>
            {people.slice(0, maxShown).map(({ userId, name }) => (
              <span key={userId} className="rounded-full ring-2 ring-paper">
                <PersonAvatar userId={userId} name={name} />
              </span>
            ))}
          </span>
          {count}
        </BareButton>
      }
    >
      <HolderList holders={holders} />
    </DialogPopover>
  )
}
