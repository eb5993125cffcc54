import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { ListFault } from '../../../ui/list-fault'
import { SettingsPage } from '../../../ui/settings-page'
import { Skeleton } from '../../../ui/skeleton'
import { useRights, useWorkspace } from '../../identity'
import { AutoRecharge } from '../payments/auto-recharge'
import { PaymentActions } from '../payments/payment-actions'
import { PaymentHistory } from '../payments/payment-history'
import { accountQuery } from '../queries'
import { Usage } from '../usage/usage'
import { BalanceChart } from './balance-chart'
import { Standing } from './standing'
import { Wallet } from './wallet'

/** The wallet of the organization, and what its money was used for. */
export function BillingScreen() {
  const t = useText()
  const { organization, environment } = useWorkspace()
  const rights = useRights('Settings', 'Billing', 'organization')
  const account = useQuery(accountQuery(organization.id))
  const { data } = account
  return (
    <SettingsPage
      title={t('billing:title')}
      about={t('billing:account.about')}
      actions={
        <>
          <LinkButton
            to="/$environmentId/settings/billing/invoices"
            params={{ environmentId: environment.id }}
          >
            {t('billing:account.seeInvoices')}
          </LinkButton>
          <LinkButton to="/$environmentId/settings/billing/plan" params={{ environmentId: environment.id }}>
            {t('billing:account.seePlans')}
          </LinkButton>
        </>
      }
    >
      {data ? (
        <div className="flex flex-col gap-8 pt-4">
          <Standing account={data} />
          <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
            <div className="flex flex-col gap-6">
              <Wallet account={data} mayEdit={rights.update} actions={<PaymentActions account={data} />} />
              <AutoRecharge />
            </div>
            <BalanceChart account={data} />
          </div>
          <Usage account={data} />
          <PaymentHistory account={data} />
        </div>
      ) : account.error ? (
        <ListFault title={t('billing:account.failed')} list={account} />
      ) : (
        <div aria-busy className="flex flex-col gap-6 pt-4">
          <Skeleton className="h-24 w-64" />
          <Skeleton className="h-48 w-full" />
        </div>
      )}
    </SettingsPage>
  )
}
