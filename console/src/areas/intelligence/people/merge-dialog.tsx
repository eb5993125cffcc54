import type { SeenPerson } from '@kinora/contract'
import { mergePeopleBody } from '@kinora/contract/intelligence/people'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { ComboBox } from '../../../ui/combo-box'
import { FormDialog } from '../../../ui/form-dialog'
import { FormProblem, useWorkspace } from '../../identity'
import { Face } from './face'
import { peopleQuery, useMergePeople } from './queries'

interface MergeDialogProps {
  readonly person: SeenPerson
  readonly name: string
  readonly onClose: () => void
}

/** Makes one person of two. */
export function MergeDialog({ person, name, onClose }: MergeDialogProps) {
  const t = useText()
  const formId = useId()
  const { environment } = useWorkspace()
  const [phrase, setPhrase] = useState('')
  const people = useQuery({ ...peopleQuery(environment.id, phrase), placeholderData: keepPreviousData })
  const merge = useMergePeople(person.id)
  const form = useSchemaForm(mergePeopleBody, {})
  const other = useField(form, 'otherId')
  const others = (people.data?.items ?? []).filter(({ id }) => id !== person.id)
  const options = others.map((each) => ({ id: each.id, label: each.name ?? t('intelligence:people.nobody') }))
  const chosen = others.find(({ id }) => id === other.value)
  const send = form.handleSubmit((body) => merge.mutate(body, { onSuccess: onClose }))
  return (
    <FormDialog
      title={t('intelligence:people.merge')}
      dirty={form.formState.isDirty}
      busy={merge.isPending}
      onClose={onClose}
      cancel={t('intelligence:people.cancel')}
      submit={{ form: formId, label: t('intelligence:people.mergeAction') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <p className="text-pretty text-ink-2">{t('intelligence:people.mergeAbout')}</p>
        <div className="flex items-center gap-3">
          <Face picture={person.picture} />
          <bdi className="min-w-0 truncate font-mid">{name}</bdi>
          {chosen && <Face picture={chosen.picture} />}
        </div>
        <ComboBox
          label={t('intelligence:people.other')}
          options={options}
          value={other.value ?? null}
          error={other.error}
          onChange={other.onChange}
          onBlur={other.onBlur}
          onSearch={setPhrase}
        />
        <FormProblem error={merge.error} />
      </form>
    </FormDialog>
  )
}
