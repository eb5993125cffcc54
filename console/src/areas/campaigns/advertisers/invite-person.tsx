import type { Advertiser } from '@kinora/contract'
import { invitationDays, inviteBody } from '@kinora/contract/identity/members'
import { useId } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem, InvitationLink, useInviteMember, useWorkspace } from '../../identity'

interface InvitePersonProps {
  readonly advertiser: Advertiser
  readonly onClose: () => void
}

/** Dialog that invites a person to the role of an advertiser. */
export function InvitePerson({ advertiser, onClose }: InvitePersonProps) {
  const t = useText()
  const formId = useId()
  const { organization } = useWorkspace()
  const invite = useInviteMember(organization.id)
  const { roleId, contactEmail, name } = advertiser
  const form = useSchemaForm(inviteBody, {
    email: contactEmail,
    roleId,
    expiresInDays: invitationDays.usual,
  })
  const email = useField(form, 'email')
  const send = form.handleSubmit((body) =>
    invite.mutate(body, {
      onSuccess: ({ link }) => {
        if (link === null) onClose()
        toast({ text: t('campaigns:advertisers.invited'), tone: 'good' })
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['email'])) invite.reset()
      },
    }),
  )
  if (invite.data && invite.data.link !== null)
    return <InvitationLink invited={invite.data} link={invite.data.link} onDone={onClose} />
  return (
    <FormDialog
      title={t('campaigns:advertisers.inviteTitle', { name: isolate(name) })}
      dirty={form.formState.isDirty}
      busy={invite.isPending}
      onClose={onClose}
      cancel={t('campaigns:advertisers.notNow')}
      submit={{ form: formId, label: t('campaigns:advertisers.inviteSubmit') }}
    >
      <p className="mb-4">{t('campaigns:advertisers.inviteAbout')}</p>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField {...email} ltr autoFocus type="email" label={t('campaigns:advertisers.email')} />
        <FormProblem error={invite.error} />
      </form>
    </FormDialog>
  )
}
