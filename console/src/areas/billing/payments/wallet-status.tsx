import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { api } from '../../../lib/api'
import { lazy } from '../../../lib/lazy'
import { useRights, useWorkspace } from '../../identity'

const LowBalanceBar = lazy(async () => ({ default: (await import('./low-balance-bar')).LowBalanceBar }))

const refreshMs = 300_000

/** Says above every screen that the wallet is low or empty, or that its spend cap is reached, to people who may read billing. */
export function WalletStatus() {
  const { organization } = useWorkspace()
  const { read } = useRights('Settings', 'Billing', 'organization')
  const { data } = useQuery({
    queryKey: ['billing', organization.id, 'status'],
    queryFn: ({ signal }) => api('getWalletStatus', { params: { id: organization.id }, signal }),
    enabled: read,
    refetchInterval: refreshMs,
  })
  if (data === undefined) return null
  const message = data.isCapReached && data.status !== 'refused' ? 'cap' : data.status
  if (message === 'ok') return null
  return (
    <Suspense>
      <LowBalanceBar message={message} />
    </Suspense>
  )
}
