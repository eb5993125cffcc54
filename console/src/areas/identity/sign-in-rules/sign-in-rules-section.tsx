import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { ErrorState } from '../../../ui/error-state'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { rolesQuery } from '../roles/queries'
import { useWorkspace } from '../workspace'
import { signInRulesQuery } from './queries'
import { RulesForm } from './rules-form'

/** The organization's rules for its members at sign-in. */
export function SignInRulesSection({ mayEdit }: { readonly mayEdit: boolean }) {
  const t = useText()
  const { organization, canInOrganization } = useWorkspace()
  const rules = useQuery(signInRulesQuery(organization.id))
  const mayListRoles = canInOrganization(['Settings', 'Role', 'read'])
  const roles = useQuery({ ...rolesQuery(organization.id), enabled: mayListRoles })
  const failed = [rules, roles].find((query) => query.isError && query.data === undefined)
  return (
    <Section title={t('identity:signInRules.title')} about={t('identity:signInRules.about')}>
      {failed ? (
        <div className="pt-4">
          <ErrorState
            title={t('identity:signInRules.failed')}
            error={failed.error}
            busy={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        </div>
      ) : rules.data && (roles.data || !mayListRoles) ? (
        <RulesForm
          key={organization.id}
          rules={rules.data}
          roles={roles.data ?? rules.data.secondFactorRoles}
          mayEdit={mayEdit}
        />
      ) : (
        <div aria-busy className="flex flex-col gap-3 pt-4">
          <Skeleton className="h-2.5 w-64" />
          <Skeleton className="h-2.5 w-48" />
        </div>
      )}
    </Section>
  )
}
