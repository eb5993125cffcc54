import type { BillingAccount } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { useRights, useWorkspace } from '../../identity'
import { detailsQuery } from './queries'

const AddMoney = lazy(async () => ({ default: (await import('./add-money')).AddMoney }))
const PaymentDialog = lazy(async () => ({ default: (await import('./payment-dialog')).PaymentDialog }))
const PaymentDetailsDialog = lazy(async () => ({
  default: (await import('./payment-details-dialog')).PaymentDetailsDialog,
}))
const RewardDialog = lazy(async () => ({ default: (await import('./reward-dialog')).RewardDialog }))

const route = getRouteApi('/$environmentId/settings/billing')

/** The open dialog: that to add money, that for payment details, or the one after the first card. */
type Open = 'money' | 'details' | { readonly reward: number | string } | null

/** Buttons to add money and to edit payment details, with their dialogs. */
export function PaymentActions({ account }: { readonly account: BillingAccount }) {
  const t = useText()
  const { organization } = useWorkspace()
  const rights = useRights('Settings', 'Billing', 'organization')
  const { data: details } = useQuery(detailsQuery(organization.id))
  const { payment } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Open>(null)
  const show = (id: string) => navigate({ search: (before) => ({ ...before, payment: id }), replace: true })
  const close = () => setOpen(null)
  if (!rights.update) return null
  return (
    <div className="flex flex-wrap gap-2 pt-4">
      <Button
        variant="primary"
        icon={<Plus size={14} />}
        disabled={details === undefined}
        onPress={() => setOpen('money')}
      >
        {t('billing:payments.addMoney')}
      </Button>
      <Button disabled={details === undefined} onPress={() => setOpen('details')}>
        {t('billing:payments.details')}
      </Button>
      <Suspense>
        {details && open === 'money' && (
          <AddMoney
            account={account}
            details={details}
            onDetails={() => setOpen('details')}
            onPaying={(id) => {
              close()
              void show(id)
            }}
            onClose={close}
          />
        )}
        {details && open === 'details' && (
          <PaymentDetailsDialog
            details={details}
            onSaved={(rewarded) => setOpen(BigInt(rewarded) > 0n ? { reward: rewarded } : null)}
            onClose={close}
          />
        )}
        {open !== null && typeof open === 'object' && (
          <RewardDialog
            amount={open.reward}
            currency={account.currency}
            onAddMoney={() => setOpen('money')}
            onClose={close}
          />
        )}
        {payment !== '' && details && (
          <PaymentDialog
            key={payment}
            paymentId={payment}
            account={account}
            details={details}
            onAgain={() => {
              void show('')
              setOpen('money')
            }}
            onClose={() => void show('')}
          />
        )}
      </Suspense>
    </div>
  )
}
