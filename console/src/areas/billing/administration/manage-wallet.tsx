import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Segmented } from '../../../ui/segmented'
import { AddMoney } from './add-money'
import { CreditInvoice } from './credit-invoice'
import type { ManageProps } from './manage-props'
import { Terms } from './terms'

const actions = ['receipt', 'credit', 'creditNote', 'terms'] as const

/** Adds money or credit to the wallet of an organization, or sets its terms. */
export function ManageWallet({ wallet, onClose }: Omit<ManageProps, 'choice'>) {
  const t = useText()
  const [action, setAction] = useState<(typeof actions)[number]>('receipt')
  const choice = (
    <div className="overflow-x-auto pb-4">
      <div className="w-max">
        <Segmented
          label={t('billing:administration.actions')}
          value={action}
          onChange={setAction}
          options={actions.map((id) => ({ id, content: t(`billing:administration.${id}`) }))}
        />
      </div>
    </div>
  )
  const props = { wallet, onClose, choice }
  switch (action) {
    case 'terms':
      return <Terms {...props} />
    case 'creditNote':
      return <CreditInvoice {...props} />
    default:
      return <AddMoney key={action} kind={action} {...props} />
  }
}
