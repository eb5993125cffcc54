import type { Role } from '@kinora/contract'
import { roleBody } from '@kinora/contract/identity/roles'
import { useId, useState } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { useWorkspace } from '../workspace'
import { useCreateRole } from './queries'
import { RoleChoice } from './role-choice'
import { useRoleName } from './role-name'
import { noRightsText } from './role-rights'

interface NewRoleProps {
  readonly roles: readonly Role[]
  /** The role to copy. */
  readonly copied: Role | undefined
  readonly onClose: () => void
  readonly onMade: (role: Role) => void
}

/** The option "no rights"; role ids are never empty. */
const nothing = ''

export function NewRole({ roles, copied, onClose, onMade }: NewRoleProps) {
  const t = useText()
  const formId = useId()
  const roleName = useRoleName()
  const { organization } = useWorkspace()
  const create = useCreateRole(organization.id)
  const [from, setFrom] = useState(copied?.id ?? nothing)
  const form = useSchemaForm(roleBody, {
    name: copied ? t('identity:roles.copyOf', { name: roleName(copied) }) : '',
    permissions: copied ? copied.permissions : noRightsText,
  })
  const name = useField(form, 'name')
  const permissions = useField(form, 'permissions')
  const problem = create.error instanceof Problem ? create.error : undefined
  const isTaken = problem?.id === 'name-taken'
  const send = form.handleSubmit((body) =>
    create.mutate(body, {
      onSuccess: (role) => {
        toast({ text: t('identity:roles.made', { name: role.name }), tone: 'good' })
        onMade(role)
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name'])) create.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t('identity:roles.new')}
      dirty={form.formState.isDirty}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('identity:members.cancel')}
      submit={{ form: formId, label: t('identity:roles.newSubmit') }}
    >
      <p className="mb-4">{t('identity:roles.newAbout')}</p>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          {...name}
          autoFocus
          label={t('identity:roles.name')}
          error={name.error ?? (isTaken ? problemText(t, problem) : undefined)}
          onChange={(typed) => {
            name.onChange(typed)
            if (isTaken) create.reset()
          }}
        />
        <RoleChoice
          label={t('identity:roles.from')}
          help={t('identity:roles.fromHelp')}
          none={{ id: nothing, label: t('identity:roles.fromNothing') }}
          value={from}
          onChange={(id) => {
            setFrom(id)
            const role = roles.find((one) => one.id === id)
            permissions.onChange(role ? role.permissions : noRightsText)
          }}
        />
        {!isTaken && <FormProblem error={create.error} />}
      </form>
    </FormDialog>
  )
}
