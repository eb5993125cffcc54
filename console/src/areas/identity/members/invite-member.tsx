import { invitationDays, inviteBody } from '@kinora/contract/identity/members'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { RoleChoice } from '../roles/role-choice'
import { useWorkspace } from '../workspace'
import { InvitationLink } from './invitation-link'
import { useInviteMember } from './queries'

/** Days until an invitation expires, within the contract's limits. */
const lifetimes = [1, 3, invitationDays.usual, 14, invitationDays.most]

export function InviteMember({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const { organization } = useWorkspace()
  const invite = useInviteMember(organization.id)
  const form = useSchemaForm(inviteBody, { email: '', expiresInDays: invitationDays.usual })
  const email = useField(form, 'email')
  const role = useField(form, 'roleId')
  const days = useField(form, 'expiresInDays')
  const problem = invite.error instanceof Problem ? invite.error : undefined
  const send = form.handleSubmit((body) =>
    invite.mutate(body, {
      onSuccess: ({ link }) => {
        if (link === null) onClose()
        toast({ text: t('identity:members.invited'), tone: 'good' })
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['email', 'roleId'])) invite.reset()
      },
    }),
  )
  if (invite.data && invite.data.link !== null)
    return <InvitationLink invited={invite.data} link={invite.data.link} onDone={onClose} />
  return (
    <FormDialog
      title={t('identity:members.invite')}
      dirty={form.formState.isDirty}
      busy={invite.isPending}
      onClose={onClose}
      cancel={t('identity:members.cancel')}
      submit={{ form: formId, label: t('identity:members.inviteSubmit') }}
    >
      <p className="mb-4">{t('identity:members.inviteAbout', { name: organization.name })}</p>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          {...email}
          ltr
          autoFocus
          type="email"
          label={t('identity:members.email')}
          error={email.error ?? (problem?.id === 'member-exists' ? problemText(t, problem) : undefined)}
          onChange={(typed) => {
            email.onChange(typed)
            if (problem) invite.reset()
          }}
        />
        <RoleChoice
          label={t('identity:members.role')}
          value={role.value ?? null}
          error={
            role.error
              ? t('messages.required')
              : problem?.id === 'role-too-strong'
                ? problemText(t, problem)
                : undefined
          }
          onBlur={role.onBlur}
          onChange={(id) => {
            role.onChange(id)
            if (problem) invite.reset()
          }}
        />
        <Select
          label={t('identity:members.expires')}
          help={t('identity:members.expiresHelp')}
          value={String(days.value)}
          onChange={(chosen) => days.onChange(Number(chosen))}
          options={lifetimes.map((count) => ({
            id: String(count),
            label: t('identity:members.days', { count }),
          }))}
        />
        {problem?.id !== 'member-exists' && problem?.id !== 'role-too-strong' && (
          <FormProblem error={invite.error} />
        )}
      </form>
    </FormDialog>
  )
}
