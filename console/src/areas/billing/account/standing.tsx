import type { BillingAccount } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'

/** A message about what follows from the balance, if anything does. */
export function Standing({ account }: { readonly account: BillingAccount }) {
  const t = useText()
  const format = useFormat()
  const { status, isPrepaid, graceEndsAt, balance } = account
  switch (status) {
    case 'refused':
      return <Banner tone="bad">{t('billing:account.refused')}</Banner>
    case 'empty':
      return (
        <Banner tone="warn">
          {t('billing:account.empty', { date: graceEndsAt === null ? '' : format.date(graceEndsAt) })}
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
