import type { PaymentDetailsBody } from '@kinora/contract'
import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { TextField } from '../../../ui/text-field'

/** Fields of a test card. */
export function CardFields({ form }: { readonly form: UseFormReturn<PaymentDetailsBody> }) {
  const t = useText()
  const number = useField(form, 'card.cardNumber')
  const expiry = useField(form, 'card.cardExpiry')
  const cvv = useField(form, 'card.cvv')
  return (
    <div className="flex flex-col gap-4">
      <TextField
        {...number}
        value={number.value ?? ''}
        label={t('billing:payments.cardNumber')}
        help={t('billing:payments.cardNumberHelp')}
        autoComplete="off"
        maxLength={23}
        autoFocus
        ltr
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          {...expiry}
          value={expiry.value ?? ''}
          onChange={(typed) => expiry.onChange(withSlash(typed, expiry.value ?? ''))}
          label={t('billing:payments.cardExpiry')}
          placeholder="MM/YY"
          autoComplete="off"
          maxLength={7}
          ltr
        />
        <TextField
          {...cvv}
          value={cvv.value ?? ''}
          label={t('billing:payments.cvv')}
          autoComplete="off"
          maxLength={4}
          ltr
        />
      </div>
    </div>
  )
}

/** The expiry with its slash after the month, unless the slash was just deleted. */
function withSlash(typed: string, before: string): string {
  return /^\d\d$/.test(typed) && typed.length > before.length
    ? `${typed}/`
    : typed.replace(/^(\d\d)(\d)/, '$1/$2')
}
