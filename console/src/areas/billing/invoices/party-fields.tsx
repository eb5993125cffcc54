import type { BillingAddress, BillingParty } from '@kinora/contract'
import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { TextField } from '../../../ui/text-field'
import { AddressFields } from '../address-fields'

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
  const taxId = useField(form, 'taxId')
  return (
    <>
      <TextField {...name} label={t('billing:details.name')} autoComplete="organization" autoFocus />
      <TextField
        {...taxId}
        label={t('billing:details.taxId')}
        help={t('billing:details.taxIdHelp')}
        ltr
        optional
      />
      {/* A form of a party has all fields of an address. */}
      <AddressFields form={form as unknown as UseFormReturn<BillingAddress>} />
    </>
  )
}
