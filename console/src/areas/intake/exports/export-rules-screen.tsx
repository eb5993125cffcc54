import type { ExportRule } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { Segmented } from '../../../ui/segmented'
import { SettingsPage } from '../../../ui/settings-page'
import { useRights, useWorkspace } from '../../identity'
import { ExportList } from './export-list'
import { NoAccounts } from './no-accounts'
import { exportAccountsQuery, exportRulesQuery } from './queries'
import { RuleList } from './rule-list'

const RuleForm = lazy(async () => ({ default: (await import('./rule-form')).RuleForm }))
const route = getRouteApi('/$environmentId/settings/export-rules')

/** The rules by which videos are exported, and all exports. */
export function ExportRulesScreen() {
  const t = useText()
  const { environment, organization } = useWorkspace()
  const rights = useRights('Settings', 'Export Rules')
  const exportRights = useRights('Videos', 'Cloud Export')
  const { page, new: making, shown } = route.useSearch()
  const navigate = route.useNavigate()
  const [edited, setEdited] = useState<ExportRule | null>(null)
  const { data } = useQuery({ ...exportAccountsQuery(environment.id), enabled: exportRights.read })
  const rules = useQuery(exportRulesQuery(environment.id, 1)).data
  const accounts = data?.items ?? []
  const setMaking = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, new: open }), replace: !open, resetScroll: false })
  const close = () => {
    if (edited === null) setMaking(false)
    else setEdited(null)
  }
  const make = rights.create && accounts.length > 0 && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      disabled={!organization.isActive}
      onPress={() => setMaking(true)}
    >
      {t('intake:exports.rules.new')}
    </Button>
  )
  const isNotSetUp = data?.items.length === 0 && rules?.totalItems === 0
  return (
    <SettingsPage
      title={t('intake:exports.rules.title')}
      about={t('intake:exports.rules.about')}
      actions={make}
    >
      <div className="flex flex-col gap-3 pt-3">
        {exportRights.read && (
          <div>
            <Segmented
              label={t('intake:exports.rules.title')}
              value={shown}
              onChange={(next) =>
                void navigate({ search: (old) => ({ ...old, shown: next, page: 1, state: undefined }) })
              }
              options={[
                { id: 'rules', content: t('intake:exports.rules.title') },
                { id: 'exports', content: t('intake:exports.list') },
              ]}
            />
          </div>
        )}
        {shown === 'exports' && exportRights.read ? (
          <ExportList />
        ) : isNotSetUp ? (
          <div className="pt-6">
            <NoAccounts />
          </div>
        ) : (
          <RuleList
            page={page}
            onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
            onEdit={setEdited}
            make={make}
          />
        )}
      </div>
      <Suspense>
        {((making && rights.create) || edited !== null) && accounts.length > 0 && (
          <RuleForm key={edited?.id} rule={edited} accounts={accounts} onClose={close} />
        )}
      </Suspense>
    </SettingsPage>
  )
}
