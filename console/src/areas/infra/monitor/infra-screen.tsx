import type { Infra } from '@kinora/contract'
import { LockSimple } from '@phosphor-icons/react/dist/csr/LockSimple'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Page } from '../../../ui/page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { StatusMark } from '../../../ui/status-mark'
import { useWorkspace } from '../../identity'
import { infraQuery } from '../queries'
import { Findings } from './findings'
import { Machines } from './machines'
import { Overview } from './overview'
import { Parts } from './parts'
import { Processes } from './processes'
import { Queues } from './queues'

/** The state of the installation, for its administrators. */
export function InfraScreen() {
  const t = useText()
  const { user } = useWorkspace()
  // The address is open to everyone, but only administrators may fetch the state.
  const state = useQuery({ ...infraQuery(), enabled: user.isAdmin })
  const { data } = state
  return (
    <Page
      title={t('infra:title')}
      noAccess={
        !user.isAdmin && (
          <State icon={<LockSimple size={20} />} title={t('infra:monitor.closed')}>
            {t('infra:monitor.closedAbout')}
          </State>
        )
      }
      beside={data && <Verdict infra={data} />}
    >
      {data ? (
        <>
          <Overview infra={data} />
          <div className="mt-6 flex flex-col gap-8">
            <Findings findings={data.findings} />
            <Machines machines={data.machines} />
            <Processes processes={data.processes} />
            <Queues infra={data} />
            <Parts infra={data} />
          </div>
        </>
      ) : state.error ? (
        <ListFault title={t('infra:monitor.failed')} list={state} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Verdict({ infra: { findings, at } }: { readonly infra: Infra }) {
  const t = useText()
  const format = useFormat()
  const isBad = findings.some(({ health }) => health === 'bad')
  const tone = isBad ? 'bad' : findings.length > 0 ? 'warn' : 'good'
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <StatusMark tone={tone}>{t(`infra:verdict.${tone}`)}</StatusMark>
      <span className="tabular text-12 text-ink-3">
        {t('infra:monitor.checked', { at: format.exactTime(at) })}
      </span>
    </span>
  )
}

function Loading() {
  return (
    <div aria-busy className="mt-4 flex flex-col gap-6">
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-48 w-full" />
    </div>
  )
}
