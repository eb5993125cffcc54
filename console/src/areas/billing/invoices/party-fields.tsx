import type { BillingParty } from '@kinora/contract'
import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { TextField } from '../../../ui/text-field'
import { CountryChoice } from './country-choice'

/** Fields of a name with an address. The form may have more. */
export const partyFieldNames = [
  'name',
  'address1',
  'address2',
  'city',
  'state',
  'country',
  'zip',
  'taxId',
  'email',
] as const

/** @param form a form with at least the fields of a party */
export function PartyFields({ form }: { readonly form: UseFormReturn<BillingParty> }) {
  const t = useText()
  const name = useField(form, 'name')
  const address1 = useField(form, 'address1')
  const address2 = useField(form, 'address2')
  const city = useField(form, 'city')
  const state = useField(form, 'state')
  const country = useField(form, 'country')
  const zip = useField(form, 'zip')
  const taxId = useField(form, 'taxId')
  const email = useField(form, 'email')
  return (
    <>
      <TextField {...name} label={t('billing:details.name')} autoComplete="organization" autoFocus />
      <TextField {...address1} label={t('billing:details.address1')} autoComplete="address-line1" />
      <TextField {...address2} label={t('billing:details.address2')} autoComplete="address-line2" optional />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...city} label={t('billing:details.city')} autoComplete="address-level2" />
        <TextField {...state} label={t('billing:details.state')} autoComplete="address-level1" optional />
        <TextField {...zip} label={t('billing:details.zip')} autoComplete="postal-code" ltr optional />
        <CountryChoice {...country} />
      </div>
      <TextField
        {...taxId}
        label={t('billing:details.taxId')}
        help={t('billing:details.taxIdHelp')}
        ltr
        optional
      />
      <TextField {...email} label={t('billing:details.email')} type="email" autoComplete="email" ltr />
    </>
  )
}
