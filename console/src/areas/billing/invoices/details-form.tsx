import type { BillingDetails, BillingParty } from '@kinora/contract'
import { billingDetailsBody } from '@kinora/contract/billing/parties'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useLanguage, useText } from '../../../lib/i18n'
import { type Language, languages } from '../../../lib/languages'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import { PartyFields, partyFieldNames } from './party-fields'
import { useSetDetails } from './queries'

interface DetailsFormProps {
  readonly details: BillingDetails | null
  readonly onClose: () => void
}

/** Edits the billing address of the organization. */
export function DetailsForm({ details, onClose }: DetailsFormProps) {
  const t = useText()
  const formId = useId()
  const language = useLanguage()
  const { organization } = useWorkspace()
  const save = useSetDetails(organization.id)
  const form = useSchemaForm<BillingDetails>(
    billingDetailsBody,
    details ?? {
      name: organization.name,
      address1: '',
      address2: '',
      city: '',
      state: '',
      country: '',
      zip: '',
      taxId: '',
      email: '',
      language,
    },
  )
  const chosen = useField(form, 'language')
  const send = form.handleSubmit((body) =>
    save.mutate(body, {
      onSuccess: () => {
        toast({ text: t('billing:details.saved'), tone: 'good' })
        onClose()
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, partyFieldNames)) save.reset()
      },
    }),
  )
  return (
    <FormDialog
      wide
      title={t('billing:details.title')}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      cancel={t('billing:account.cancel')}
      submit={{ form: formId, label: t('billing:details.save') }}
      onClose={onClose}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        {/* A form of details has all fields of a party. */}
        <PartyFields form={form as unknown as UseFormReturn<BillingParty>} />
        <Select
          label={t('billing:details.language')}
          help={t('billing:details.languageHelp')}
          value={chosen.value}
          onChange={chosen.onChange}
          options={(Object.keys(languages) as Language[]).map((id) => ({ id, label: languages[id].name }))}
        />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
