import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { microsOf } from '../money'
import { useCreatePlan } from './queries'

/** Creates a plan, which has no prices yet. */
export function NewPlan({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const create = useCreatePlan()
  const known = { name: '', currency: 'USD', minimum: '' }
  const [given, setGiven] = useState(known)
  const [isChecked, setChecked] = useState(false)
  const name = given.name.trim()
  const isCurrency = /^[A-Z]{3}$/.test(given.currency)
  const minimum = /^0*$/.test(given.minimum.trim()) ? 0 : microsOf(given.minimum)
  const set = (change: Partial<typeof known>) => setGiven((before) => ({ ...before, ...change }))
  const submit = () => {
    setChecked(true)
    if (name === '' || !isCurrency || minimum === null) return
    create.mutate(
      { name, currency: given.currency, minimum },
      {
        onSuccess: () => {
          toast({ text: t('billing:administration.planCreated'), tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('billing:administration.newPlan')}
      dirty={JSON.stringify(given) !== JSON.stringify(known)}
      busy={create.isPending}
      cancel={t('billing:account.cancel')}
      submit={{ form: formId, label: t('billing:administration.createPlan') }}
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="text-pretty">{t('billing:administration.newPlanAbout')}</p>
        <TextField
          label={t('billing:administration.planName')}
          value={given.name}
          onChange={(text) => set({ name: text })}
          maxLength={200}
          {...(isChecked && name === '' && { error: t('messages.required') })}
          autoFocus
        />
        <TextField
          label={t('billing:administration.currency')}
          help={t('billing:administration.currencyHelp')}
          value={given.currency}
          onChange={(currency) => set({ currency })}
          maxLength={3}
          {...(isChecked && !isCurrency && { error: t('billing:administration.currencyWrong') })}
          ltr
        />
        <TextField
          label={t('billing:administration.minimumOf')}
          value={given.minimum}
          onChange={(text) => set({ minimum: text })}
          {...(isChecked && minimum === null && { error: t('billing:account.numbers') })}
          ltr
          optional
        />
        <FormProblem error={create.error} />
      </form>
    </FormDialog>
  )
}
