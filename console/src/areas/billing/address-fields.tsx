import type { BillingAddress } from '@kinora/contract'
import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../lib/form'
import { useText } from '../../lib/i18n'
import { TextField } from '../../ui/text-field'
import { CountryChoice } from './country-choice'

interface AddressFieldsProps {
  /** A form with at least the fields of an address. */
  readonly form: UseFormReturn<BillingAddress>
  readonly emailHelp?: string
}

/** Fields of the address on invoices, wherever it is entered. */
export function AddressFields({ form, emailHelp }: AddressFieldsProps) {
  const t = useText()
  const address1 = useField(form, 'address1')
  const address2 = useField(form, 'address2')
  const city = useField(form, 'city')
  const state = useField(form, 'state')
  const country = useField(form, 'country')
  const zip = useField(form, 'zip')
  const email = useField(form, 'email')
  return (
    <>
      <TextField {...address1} label={t('billing:details.address1')} autoComplete="address-line1" />
      <TextField {...address2} label={t('billing:details.address2')} autoComplete="address-line2" optional />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...city} label={t('billing:details.city')} autoComplete="address-level2" />
        <TextField {...state} label={t('billing:details.state')} autoComplete="address-level1" optional />
        <TextField {...zip} label={t('billing:details.zip')} autoComplete="postal-code" ltr optional />
        <CountryChoice {...country} />
      </div>
      <TextField
        {...email}
        label={t('billing:details.email')}
        {...(emailHelp !== undefined && { help: emailHelp })}
        type="email"
        autoComplete="email"
        ltr
      />
    </>
  )
}
