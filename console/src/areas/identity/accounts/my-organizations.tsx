import type { Organization } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { StatusMark } from '../../../ui/status-mark'
import { TextLink } from '../../../ui/text-link'
import { AccountRow } from '../account-section'
import { OrganizationTile } from '../organizations/organization-tile'
import { roleName } from '../roles/role-name'

const LeaveDialog = lazy(async () => ({
  default: (await import('../organizations/leave-dialog')).LeaveDialog,
}))

interface MyOrganizationsProps {
  readonly organizations: readonly Organization[]
  readonly onNew: () => void
}

/** The user's organizations and roles, with buttons to leave one and to create one. */
export function MyOrganizations({ organizations, onNew }: MyOrganizationsProps) {
  const t = useText()
  const [leaving, setLeaving] = useState<Organization>()
  return (
    <>
      {organizations.length === 0 && (
        <p className="mb-3 text-ink-2">{t('identity:account.noOrganization')}</p>
      )}
      <ul>
        {organizations.map((organization) => (
          <AccountRow
            as="li"
            key={organization.id}
            icon={<OrganizationTile organization={organization} size={32} />}
            title={
              <>
                <OrganizationName organization={organization} />
                {!organization.isActive && (
                  <span className="font-body">
                    <StatusMark tone="bad">{t('identity:account.inactive')}</StatusMark>
                  </span>
                )}
              </>
            }
            actions={
              <Button size="small" onPress={() => setLeaving(organization)}>
                <span aria-hidden>{t('identity:settings.leaveSubmit')}</span>
                <span className="sr-only">{t('identity:account.leave', { name: organization.name })}</span>
              </Button>
            }
          >
            {roleName(t, organization.role)}
          </AccountRow>
        ))}
      </ul>
      <div className="mt-5 first:mt-0">
        <Button icon={<Plus size={16} />} onPress={onNew}>
          {t('identity:account.newOrganization')}
        </Button>
      </div>
      <Suspense>
        {leaving && <LeaveDialog organization={leaving} onClose={() => setLeaving(undefined)} />}
      </Suspense>
    </>
  )
}

function OrganizationName({ organization: { name, environments } }: { organization: Organization }) {
  const [first] = environments
  if (!first) return <bdi>{name}</bdi>
  return (
    <TextLink to="/$environmentId" params={{ environmentId: first.id }} className="text-ink">
      <bdi>{name}</bdi>
    </TextLink>
  )
}
