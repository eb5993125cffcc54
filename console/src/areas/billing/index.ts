import { Wallet } from '@phosphor-icons/react/dist/csr/Wallet'
import type { Area } from '../../lib/area'
import { LowBalance } from './payments/low-balance'

export const billing: Area = {
  administration: [
    {
      to: '/$environmentId/administration/billing',
      label: (t) => t('billing:title'),
      feature: 'Settings.Billing',
    },
  ],
  statusPart: LowBalance,
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
