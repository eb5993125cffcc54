import type { Organization } from '@kinora/contract'
import { updateOrganizationBody } from '@kinora/contract/identity/organizations'
import { showFieldProblems, useEditForm, useField } from '../../../lib/form'
import { none } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { LeaveGuard } from '../../../ui/leave-guard'
import { Section } from '../../../ui/section'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { useUpdateOrganization } from './queries'

interface NamesProps {
  readonly organization: Organization
  readonly mayEdit: boolean
}

/** The organization's name and its name for the console. */
export function Names({ organization, mayEdit }: NamesProps) {
  const t = useText()
  return (
    <Section title={t('identity:settings.names')}>
      {mayEdit ? <NamesForm organization={organization} /> : <KnownNames organization={organization} />}
    </Section>
  )
}

function NamesForm({ organization: { id, name, title } }: { readonly organization: Organization }) {
  const t = useText()
  const update = useUpdateOrganization(id)
  const { form, changesIn } = useEditForm(updateOrganizationBody, { name, title })
  const nameField = useField(form, 'name')
  const titleField = useField(form, 'title')
  const { isDirty } = form.formState
  const send = form.handleSubmit((body) =>
    update.mutate(changesIn(body), {
      onSuccess: (saved) => {
        form.reset({ name: saved.name, title: saved.title })
        toast({ text: t('identity:settings.saved'), tone: 'good' })
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name', 'title'])) update.reset()
      },
    }),
  )
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-4 pt-4">
      <TextField
        {...nameField}
        value={nameField.value ?? ''}
        autoComplete="organization"
        label={t('identity:settings.name')}
      />
      <TextField
        {...titleField}
        optional
        value={titleField.value ?? ''}
        onChange={(typed) => titleField.onChange(typed === '' ? null : typed)}
        label={t('identity:settings.consoleTitle')}
        help={t('identity:settings.consoleTitleHelp')}
      />
      <FormProblem error={update.error} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={update.isPending} disabled={!isDirty}>
          {t('identity:settings.save')}
        </Button>
        {isDirty && (
          <Button variant="quiet" disabled={update.isPending} onPress={() => form.reset({ name, title })}>
            {t('identity:settings.discard')}
          </Button>
        )}
      </div>
      <LeaveGuard active={isDirty && !update.isPending} about={t('identity:settings.leaveAbout')} />
    </form>
  )
}

function KnownNames({ organization: { name, title } }: { readonly organization: Organization }) {
  const t = useText()
  const facts = [
    [t('identity:settings.name'), name],
    [t('identity:settings.consoleTitle'), title ?? none],
  ]
  return (
    <dl className="pt-2">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-3 py-[5px]">
          <dt className="w-32 shrink-0 text-ink-3">{label}</dt>
          <dd className="min-w-0 flex-1 text-ink wrap-anywhere">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
