import type { CardFace } from '@kinora/contract'
import { useText } from '../../../lib/i18n'

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

/** Texts of cards. */
export function useCardText() {
  const t = useText()
  return {
    name: ({ brand, last4 }: CardFace) =>
      t('billing:payments.cardName', { brand: brands[brand] ?? brand, digits: last4 }),
    expiry: ({ expMonth, expYear }: CardFace) =>
      t('billing:payments.cardExpires', {
        date: `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`,
      }),
  }
}
