import { Plugs } from '@phosphor-icons/react/dist/csr/Plugs'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { below, useMedia } from '../../../lib/media'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Page } from '../../../ui/page'
import { Segmented } from '../../../ui/segmented'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { type Bay, bayQuery } from '../queries'
import type { BaySearch } from '../search'
import { BayList } from './bay-list'
import { PatchBay } from './patch-bay'

const InputForm = lazy(async () => ({ default: (await import('../ends/input-form')).InputForm }))
const DestinationForm = lazy(async () => ({
  default: (await import('../ends/destination-form')).DestinationForm,
}))

const route = getRouteApi('/$environmentId/v-connect')

/** Inputs, destinations and connects of the environment. */
export function VconnectScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('V-Connect', 'Connector')
  const { view, new: dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const isNarrow = useMedia(below.md)
  const query = useQuery({ ...bayQuery(environment.id), enabled: rights.read })
  const { data: bay, isError } = query
  const change = (next: Partial<BaySearch>) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false })
  const isEmpty = bay !== undefined && bay.inputs.length === 0 && bay.destinations.length === 0
  const buttons = rights.create && (
    <>
      <Button icon={<Plus size={16} />} onPress={() => change({ new: 'destination' })}>
        {t('vconnect:newDestination')}
      </Button>
      <Button variant="primary" icon={<Plus size={16} />} onPress={() => change({ new: 'input' })}>
        {t('vconnect:newInput')}
      </Button>
    </>
  )
  return (
    <Page
      title={t('vconnect:title')}
      noAccess={!rights.read && <NoAccess what={t('vconnect:title')} />}
      actions={!isEmpty && buttons}
    >
      {bay === undefined ? (
        isError ? (
          <ListFault title={t('vconnect:failed')} safe={t('ui:safe')} list={query} />
        ) : (
          <BaySkeleton />
        )
      ) : isEmpty ? (
        <div className="pt-10">
          <State icon={<Plugs size={20} />} title={t('vconnect:none.title')} actions={buttons}>
            {t('vconnect:none.about')}
          </State>
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule-2 pt-1 pb-3">
            <Counts bay={bay} />
            {isError && (
              <Banner tone="warn" live>
                {t('vconnect:outdated')}
              </Banner>
            )}
            {!isNarrow && (
              <span className="ms-auto">
                <Segmented
                  label={t('vconnect:views.label')}
                  value={view}
                  onChange={(next) => change({ view: next })}
                  options={(['bay', 'list'] as const).map((id) => ({
                    id,
                    content: t(`vconnect:views.${id}`),
                  }))}
                />
              </span>
            )}
          </div>
          {view === 'bay' && !isNarrow ? <PatchBay bay={bay} /> : <BayList bay={bay} />}
        </>
      )}
      <Suspense>
        {dialog === 'input' && rights.create && (
          <InputForm input={null} onClose={() => change({ new: undefined })} />
        )}
        {dialog === 'destination' && rights.create && (
          <DestinationForm destination={null} onClose={() => change({ new: undefined })} />
        )}
      </Suspense>
    </Page>
  )
}

/** How many there are, and what all connects send together. */
function Counts({ bay }: { readonly bay: Bay }) {
  const t = useText()
  const format = useFormat()
  const kbps = bay.connects.reduce((sum, { figures }) => sum + (figures?.kbps ?? 0), 0)
  return (
    <p className="flex flex-wrap gap-x-4 text-13 text-ink-2">
      {(['inputs', 'connects', 'destinations'] as const).map((what) => (
        <span key={what}>
          {t(`vconnect:${what}`)} <span className="tabular text-ink">{format.number(bay[what].length)}</span>
        </span>
      ))}
      {kbps > 0 && (
        <span className="tabular">{t('vconnect:out', { rate: format.bitrate(kbps * 1000) })}</span>
      )}
    </p>
  )
}

function BaySkeleton() {
  return (
    <div aria-busy className="grid grid-cols-[1fr_0.7fr_1.15fr] pt-16 max-md:grid-cols-1">
      {(['inputs', 'destinations'] as const).map((column) => (
        <div key={column} className="flex flex-col gap-3.5 first:md:col-start-1 last:md:col-start-3">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-[92px] w-full" />
          ))}
        </div>
      ))}
    </div>
  )
}
