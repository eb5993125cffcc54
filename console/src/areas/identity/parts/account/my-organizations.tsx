import type { Organization } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { StatusMark } from '../../../../ui/status-mark'
import { TextLink } from '../../../../ui/text-link'
import { roleName } from '../../role-name'
import { OrganizationTile } from '../organization-tile'
import { AccountRow } from './account-section'

interface MyOrganizationsProps {
  readonly organizations: readonly Organization[]
  readonly onNew: () => void
}

/** Where the person belongs, as what, and the way to one more. */
export function MyOrganizations({ organizations, onNew }: MyOrganizationsProps) {
  const t = useText()
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
