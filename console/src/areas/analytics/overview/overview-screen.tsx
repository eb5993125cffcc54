import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Page } from '../../../ui/page'
import { Select } from '../../../ui/select'
import { NoAccess, useRoleName, useWorkspace } from '../../identity'
import { presets } from '../ranges'
import { Overview } from './overview'

const route = getRouteApi('/$environmentId/analytics')

/** How often and how well videos and live streams were watched. */
export function OverviewScreen() {
  const t = useText()
  const { environment, can } = useWorkspace()
  const roleName = useRoleName()
  const { range } = route.useSearch()
  const navigate = route.useNavigate()
  const isAllowed = can(['Analytics', 'Views', 'read'])
  return (
    <Page
      title={t('analytics:title')}
      {...(isAllowed && {
        actions: (
          <Select
            hideLabel
            label={t('analytics:range')}
            options={presets.map((id) => ({ id, label: t(`analytics:ranges.${id}`) }))}
            value={range}
            onChange={(next) => void navigate({ search: (old) => ({ ...old, range: next }) })}
          />
        ),
      })}
    >
      {isAllowed ? (
        <Overview />
      ) : (
        <div className="pt-10">
          <NoAccess what={t('analytics:title')} role={roleName(environment.role)} />
        </div>
      )}
    </Page>
  )
}
