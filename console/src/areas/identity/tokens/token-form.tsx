import { createTokenBody, tokenPermissions } from '@kinora/contract/identity/tokens'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { useId, useState } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { momentOf } from '../../../lib/time/local-time'
import { Checkbox } from '../../../ui/checkbox'
import { DateField } from '../../../ui/date-field'
import { FormDialog } from '../../../ui/form-dialog'
import { LeaveGuard } from '../../../ui/leave-guard'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { FormProblem } from '../form-problem'
import { EnvironmentChoice } from '../organizations/environment-choice'
import { useWorkspace } from '../workspace'
import { type MadeToken, useCreateToken } from './queries'

interface TokenFormProps {
  readonly onClose: () => void
  readonly onMade: (made: MadeToken) => void
}

/** Days until the token expires, or a date. */
const lifetimes = ['never', '7', '30', '90', '365', 'date'] as const
type Lifetime = (typeof lifetimes)[number]
const dayMs = 86_400_000

export function TokenForm({ onClose, onMade }: TokenFormProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const { environment } = useWorkspace()
  const create = useCreateToken(onMade)
  const [environmentId, setEnvironmentId] = useState(environment.id)
  const [lifetime, setLifetime] = useState<Lifetime>('never')
  const [lastDay, setLastDay] = useState('')
  const form = useSchemaForm(createTokenBody, { name: '', permission: ['read'] })
  const end = endOf(lifetime, lastDay)
  const isOver = end !== undefined && end.getTime() <= Date.now()
  const isOpen = lifetime === 'date' && end === undefined
  const send = form.handleSubmit((body) =>
    create.mutate(
      { environmentId, body: { ...body, expiresAt: end?.toISOString() ?? null } },
      {
        onError: (error) => {
          if (error instanceof Problem && showFieldProblems(form, error, ['name'])) create.reset()
        },
      },
    ),
  )
  const endText =
    lifetime === 'never'
      ? t('identity:tokens.endsNever')
      : end && !isOver
        ? t('identity:tokens.endsOn', { date: format.date(end) })
        : undefined
  return (
    <FormDialog
      title={t('identity:tokens.new')}
      dirty={form.formState.isDirty || lifetime !== 'never'}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('identity:members.cancel')}
      submit={{ form: formId, label: t('identity:tokens.newSubmit'), disabled: isOver || isOpen }}
    >
      <p className="mb-4">{t('identity:tokens.newAbout')}</p>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          {...useField(form, 'name')}
          autoFocus
          label={t('identity:tokens.name')}
          help={t('identity:tokens.nameHelp')}
        />
        <EnvironmentChoice
          value={environmentId}
          onChange={setEnvironmentId}
          right={['Settings', 'Api Access Token', 'create']}
        />
        <Permissions {...useField(form, 'permission')} />
        <Select
          label={t('identity:tokens.ends')}
          help={endText}
          value={lifetime}
          onChange={setLifetime}
          options={lifetimes.map((id) => ({
            id,
            label:
              id === 'never' || id === 'date'
                ? t(`identity:tokens.${id}`)
                : t('identity:members.days', { count: Number(id) }),
          }))}
        />
        {lifetime === 'date' && (
          <DateField
            label={t('identity:tokens.lastDay')}
            value={lastDay}
            error={isOver ? t('identity:tokens.lastDayOver') : undefined}
            onChange={setLastDay}
          />
        )}
        <FormProblem error={create.error} />
      </form>
      <LeaveGuard active={create.isPending} about={t('ui:leaveSecret')} />
    </FormDialog>
  )
}

interface PermissionsProps {
  readonly value: readonly (typeof tokenPermissions)[number][]
  readonly onChange: (value: (typeof tokenPermissions)[number][]) => void
  readonly error: string | undefined
}

function Permissions({ value, onChange, error }: PermissionsProps) {
  const t = useText()
  const noteId = useId()
  const set = (permission: (typeof tokenPermissions)[number], into: boolean) =>
    onChange(tokenPermissions.filter((one) => (one === permission ? into : value.includes(one))))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5" aria-describedby={noteId}>
      <legend className="mb-2 text-13 font-mid text-ink">{t('identity:tokens.permission')}</legend>
      {tokenPermissions.map((permission) => (
        <Checkbox
          key={permission}
          checked={value.includes(permission)}
          onChange={(into) => set(permission, into)}
        >
          <span>
            <span className="text-ink">{t(`identity:tokens.may.${permission}`)}</span>
            <span className="ms-2 text-12 text-ink-3">{t(`identity:tokens.mayAbout.${permission}`)}</span>
          </span>
        </Checkbox>
      ))}
      <p id={noteId} className="flex items-start gap-1.5 text-12 text-bad empty:hidden">
        {value.length === 0 && error !== undefined && (
          <>
            <WarningCircle size={14} className="mt-px shrink-0" aria-hidden />
            {t('messages.required')}
          </>
        )}
      </p>
    </fieldset>
  )
}

function endOf(lifetime: Lifetime, lastDay: string): Date | undefined {
  if (lifetime === 'never') return undefined
  if (lifetime === 'date') return momentOf(lastDay)
  return new Date(Date.now() + Number(lifetime) * dayMs)
}
