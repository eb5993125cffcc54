import type { PaymentDetailsBody } from '@kinora/contract'
import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { countryCodes } from '../../../lib/country-codes'
import { useField } from '../../../lib/form'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { ComboBox } from '../../../ui/combo-box'
import { TextField } from '../../../ui/text-field'

/** Fields of the billing address. */
export function AddressFields({ form }: { readonly form: UseFormReturn<PaymentDetailsBody> }) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const country = useField(form, 'country')
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'region' })
    return countryCodes
      .map((id) => ({ id, label: names.of(id) ?? id }))
      .toSorted((a, b) => a.label.localeCompare(b.label, tag))
  }, [tag])
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...useField(form, 'address1')}
        label={t('billing:payments.address1')}
        autoComplete="address-line1"
      />
      <TextField
        {...useField(form, 'address2')}
        label={t('billing:payments.address2')}
        autoComplete="address-line2"
        optional
      />
      <TextField
        {...useField(form, 'city')}
        label={t('billing:payments.city')}
        autoComplete="address-level2"
      />
      <TextField
        {...useField(form, 'state')}
        label={t('billing:payments.state')}
        autoComplete="address-level1"
        optional
      />
      <ComboBox
        label={t('billing:payments.country')}
        options={options}
        value={country.value === '' ? null : country.value}
        error={country.error}
        onChange={country.onChange}
        onBlur={country.onBlur}
      />
      <TextField
        {...useField(form, 'zip')}
        label={t('billing:payments.zip')}
        autoComplete="postal-code"
        optional
      />
      <TextField
        {...useField(form, 'email')}
        label={t('billing:payments.email')}
        help={t('billing:payments.emailHelp')}
        type="email"
        autoComplete="email"
        ltr
      />
    </div>
  )
}
