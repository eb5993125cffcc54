import type { RoleUser } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { PersonAvatar } from '../person-avatar'
import { useWorkspace } from '../workspace'

/** The holders of a role, in the organization or in one environment. */
export function HolderList({ holders }: { readonly holders: readonly RoleUser[] }) {
  const t = useText()
  const { organization } = useWorkspace()
  const placeOf = (environmentId: string | null) =>
    environmentId === null
      ? t('identity:roles.everywhere')
      : (organization.environments.find(({ id }) => id === environmentId)?.name ?? environmentId)
  return (
    <ul className="max-h-72 overflow-y-auto">
      {holders.map(({ userId, name, email, environmentId }) => (
        <li key={`${userId} ${environmentId}`} className="flex items-center gap-3 border-b border-rule py-2">
          <PersonAvatar userId={userId} name={name} />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="cut own-way block font-mid text-ink">
              {name}
            </span>
            <span dir="auto" className="own-way cut block text-12 text-ink-3">
              <bdi>{email}</bdi>
            </span>
          </span>
          <bdi className="max-w-40 shrink-0 text-12 text-ink-2 wrap-anywhere">{placeOf(environmentId)}</bdi>
        </li>
      ))}
    </ul>
  )
}
