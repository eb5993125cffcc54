import { createByUrlBody, playbackPolicies } from '@kinora/contract/library'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Checkbox } from '../../../ui/checkbox'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import { ProfileSelect } from '../encoding-profiles/profile-select'
import { useCreateByUrl } from '../queries'

/** Imports a video from an address. */
export function FromUrl({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const navigate = useNavigate()
  const { environment } = useWorkspace()
  const create = useCreateByUrl()
  const form = useSchemaForm(createByUrlBody, { url: '', title: undefined, isTest: false })
  const title = useField(form, 'title')
  const { inputRef: _, ...policy } = useField(form, 'playbackPolicy')
  const profile = useField(form, 'encodingProfileId')
  const isTest = useField(form, 'isTest')
  const send = form.handleSubmit((body) =>
    create.mutate(body, {
      onSuccess: ({ id, title: name }) => {
        onClose()
        const params = { environmentId: environment.id, contentId: id }
        toast({
          text: t('library:fromUrl.added', { name }),
          tone: 'good',
          action: {
            label: t('library:actions.open'),
            run: () => void navigate({ to: '/$environmentId/videos/$contentId', params }),
          },
        })
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['url', 'title', 'playbackPolicy']))
          create.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t('library:fromUrl.title')}
      dirty={form.formState.isDirty}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: t('library:fromUrl.submit') }}
    >
      <p className="mb-4">{t('library:fromUrl.about')}</p>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          {...useField(form, 'url')}
          ltr
          autoFocus
          type="url"
          label={t('library:fromUrl.url')}
          help={t('library:fromUrl.urlHelp')}
        />
        <TextField
          {...title}
          optional
          value={title.value ?? ''}
          onChange={(typed) => title.onChange(typed === '' ? undefined : typed)}
          label={t('library:fields.title')}
        />
        <Select
          {...policy}
          label={t('library:fields.playbackPolicy')}
          placeholder={t('library:policies.choose')}
          value={policy.value ?? null}
          help={policy.value && t(`library:policies.${policy.value}Help`)}
          options={playbackPolicies.map((id) => ({ id, label: t(`library:policies.${id}`) }))}
        />
        <ProfileSelect value={profile.value ?? null} onChange={(id) => profile.onChange(id ?? undefined)} />
        <Checkbox checked={isTest.value ?? false} onChange={isTest.onChange}>
          {t('library:test.wish')}
        </Checkbox>
        <FormProblem error={create.error} />
      </form>
    </FormDialog>
  )
}
