import type { BillingAccount } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { useDates } from '../dates'

/** A message about what follows from the balance, if anything does. */
export function Standing({ account }: { readonly account: BillingAccount }) {
  const t = useText()
  const dates = useDates(account.timezone)
  const { status, isPrepaid, graceEndsAt, balance } = account
  switch (status) {
    case 'refused':
      return <Banner tone="bad">{t('billing:account.refused')}</Banner>
    case 'empty':
      return (
        <Banner tone="warn">
          {t('billing:account.empty', { date: graceEndsAt === null ? '' : dates.date(graceEndsAt) })}
        </Banner>
      )
    case 'low':
      return <Banner tone="warn">{t('billing:account.low')}</Banner>
    case 'ok':
      return !isPrepaid && BigInt(balance) < 0n ? (
        <Banner tone="info">{t('billing:account.postpaid')}</Banner>
      ) : null
  }
}
