import { Wallet } from '@phosphor-icons/react/dist/csr/Wallet'
import type { Area } from '../../lib/area'
import { lazy } from '../../lib/lazy'
import { LowBalance } from './payments/low-balance'

const CostNote = lazy(async () => ({ default: (await import('./usage/cost-note')).CostNote }))

export const billing: Area = {
  administration: [
    {
      to: '/$environmentId/administration/billing',
      label: (t) => t('billing:title'),
      feature: 'Settings.Billing',
    },
  ],
  statusPart: LowBalance,
  cost: CostNote,
  settings: [
    {
      group: 'money',
      to: '/$environmentId/settings/billing',
      label: (t) => t('billing:title'),
      icon: Wallet,
      right: ['Settings', 'Billing', 'read'],
      grantedIn: 'organization',
    },
  ],
}
