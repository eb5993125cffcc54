import type { InstallationWallet } from '@kinora/contract'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Segmented } from '../../../ui/segmented'
import { AddMoney } from './add-money'
import { Terms } from './terms'

export interface ManageProps {
  readonly wallet: InstallationWallet
  readonly onClose: () => void
  /** Chooses another action. */
  readonly choice: React.ReactNode
}

const actions = ['receipt', 'credit', 'terms'] as const

/** Adds money or credit to the wallet of an organization, or sets its terms. */
export function ManageWallet({ wallet, onClose }: Omit<ManageProps, 'choice'>) {
  const t = useText()
  const [action, setAction] = useState<(typeof actions)[number]>('receipt')
  const choice = (
    <div className="overflow-x-auto pb-4">
      <Segmented
        label={t('billing:administration.actions')}
        value={action}
        onChange={setAction}
        options={actions.map((id) => ({ id, content: t(`billing:administration.${id}`) }))}
      />
    </div>
  )
  const props = { wallet, onClose, choice }
  return action === 'terms' ? <Terms {...props} /> : <AddMoney key={action} kind={action} {...props} />
}
