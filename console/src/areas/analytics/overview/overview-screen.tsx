import { useText } from '../../../lib/i18n'
import { Page } from '../../../ui/page'
import { Select } from '../../../ui/select'
import { NoAccess, useRoleName, useWorkspace } from '../../identity'
import { presets } from '../ranges'
import { useChangeView, useView } from '../view'
import { Overview } from './overview'

/** How often and how well videos and live streams were watched. */
export function OverviewScreen() {
  const t = useText()
  const { environment, can } = useWorkspace()
  const roleName = useRoleName()
  const { range } = useView()
  const change = useChangeView()
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
            onChange={(next) => change({ range: next })}
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
