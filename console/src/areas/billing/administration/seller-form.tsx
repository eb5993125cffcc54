import type { BillingParty, BillingSeller } from '@kinora/contract'
import { sellerBody } from '@kinora/contract/billing/parties'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Checkbox } from '../../../ui/checkbox'
import { FormDialog } from '../../../ui/form-dialog'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { PartyFields, partyFieldNames } from '../invoices/party-fields'
import { useSetSeller } from './queries'

interface SellerFormProps {
  readonly seller: BillingSeller | null
  readonly onClose: () => void
}

const nothing: BillingSeller = {
  name: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  country: '',
  zip: '',
  taxId: '',
  email: '',
  seriesPrefix: '',
  isReverseCharge: false,
  bankDetails: '',
}

/** Edits who sends invoices. */
export function SellerForm({ seller, onClose }: SellerFormProps) {
  const t = useText()
  const formId = useId()
  const save = useSetSeller()
  const form = useSchemaForm<BillingSeller>(sellerBody, seller ?? nothing)
  const prefix = useField(form, 'seriesPrefix')
  const reverseCharge = useField(form, 'isReverseCharge')
  const bank = useField(form, 'bankDetails')
  const send = form.handleSubmit((body) =>
    save.mutate(body, {
      onSuccess: () => {
        toast({ text: t('billing:administration.saved'), tone: 'good' })
        onClose()
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, [...partyFieldNames, 'seriesPrefix']))
          save.reset()
      },
    }),
  )
  return (
    <FormDialog
      wide
      title={t('billing:administration.seller')}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      cancel={t('billing:account.cancel')}
      submit={{ form: formId, label: t('billing:administration.save') }}
      onClose={onClose}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        {/* A form of a seller has all fields of a party. */}
        <PartyFields form={form as unknown as UseFormReturn<BillingParty>} />
        <TextField
          {...prefix}
          label={t('billing:administration.prefix')}
          help={t('billing:administration.prefixHelp')}
          ltr
        />
        <Checkbox checked={reverseCharge.value} onChange={reverseCharge.onChange}>
          {t('billing:administration.reverseCharge')}
        </Checkbox>
        <TextArea {...bank} label={t('billing:administration.bankDetails')} rows={3} optional ownWay />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
