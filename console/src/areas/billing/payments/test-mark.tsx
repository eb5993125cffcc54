import type { PaymentDriverKind } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'

/** Says that no money moves, if this installation takes test cards. */
export function TestMark({ driver }: { readonly driver: PaymentDriverKind }) {
  const t = useText()
  return driver === 'test' ? <Banner tone="warn">{t('billing:payments.test')}</Banner> : null
}
