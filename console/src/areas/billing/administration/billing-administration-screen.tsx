import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Segmented } from '../../../ui/segmented'
import { useWorkspace } from '../../identity'
import { Plans } from './plans'
import { Proof } from './proof'
import { Revenue } from './revenue'
import { Seller } from './seller'
import { WaitingPayments } from './waiting-payments'
import { Wallets } from './wallets'

const route = getRouteApi('/$environmentId/administration/billing')
const parts = {
  wallets: Wallets,
  payments: WaitingPayments,
  revenue: Revenue,
  plans: Plans,
  seller: Seller,
  proof: Proof,
} as const
const partNames = Object.keys(parts) as (keyof typeof parts)[]

/** Billing of the installation, for its administrators. */
export function BillingAdministrationScreen() {
  const t = useText()
  const { user } = useWorkspace()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  if (!user.isAdmin) return null
  const part = partNames.find((name) => name === search.part) ?? 'wallets'
  const Part = parts[part]
  return (
    <>
      <div className="overflow-x-auto py-3">
        <div className="w-max">
          <Segmented
            label={t('billing:administration.title')}
            value={part}
            onChange={(chosen) => void navigate({ search: { part: chosen, page: 1, q: '' } })}
            options={partNames.map((id) => ({
              id,
              content: t(`billing:administration.parts.${id}`),
            }))}
          />
        </div>
      </div>
      <Part />
    </>
  )
}
