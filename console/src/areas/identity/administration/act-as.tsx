import type { InstallationUser } from '@kinora/contract'
import { impersonateBody } from '@kinora/contract/identity/installation'
import { useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { TextArea } from '../../../ui/text-area'
import { FormProblem } from '../form-problem'
import { useImpersonate } from './queries'

interface ActAsProps {
  readonly person: InstallationUser
  readonly onClose: () => void
}

/** Asks for a reason before an administrator impersonates a user. */
export function ActAs({ person, onClose }: ActAsProps) {
  const t = useText()
  const formId = useId()
  const here = useLocation({ select: ({ href }) => href })
  const impersonate = useImpersonate(here)
  const form = useSchemaForm(impersonateBody, { userId: person.id, reason: '' })
  const send = form.handleSubmit((body) =>
    impersonate.mutate(body, {
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['reason'])) impersonate.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t('identity:administration.actAsTitle', { name: person.name })}
      dirty={form.formState.isDirty}
      busy={impersonate.isPending || impersonate.isSuccess}
      onClose={onClose}
      cancel={t('identity:administration.cancel')}
      submit={{ form: formId, label: t('identity:administration.actAsSubmit') }}
    >
      <ul className="mb-4 flex list-disc flex-col gap-1 ps-4">
        <li>{t('identity:administration.actAsHour')}</li>
        <li>{t('identity:administration.actAsTrail')}</li>
        <li>{t('identity:administration.actAsSecrets')}</li>
      </ul>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextArea
          {...useField(form, 'reason')}
          autoFocus
          rows={2}
          label={t('identity:administration.reason')}
          help={t('identity:administration.reasonHelp')}
        />
        <FormProblem error={impersonate.error} />
      </form>
    </FormDialog>
  )
}
