import type { AlertIncidentDetail } from '@kinora/contract'
import { noteBody } from '@kinora/contract/alerts/incidents'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { TextArea } from '../../../ui/text-area'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useAddNote } from '../queries'

/** Adds a note to the timeline of an alert. */
export function NoteForm({ incident }: { readonly incident: AlertIncidentDetail }) {
  const t = useText()
  const add = useAddNote(incident)
  const notAdded = useProblemToast(t('alerts:incident.notAdded'))
  const form = useSchemaForm(noteBody, { text: '' })
  const submit = form.handleSubmit(({ text }) =>
    add.mutate(text, { onSuccess: () => form.reset({ text: '' }), onError: notAdded }),
  )
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="flex max-w-(--w-text) flex-col gap-2 pt-5"
    >
      <TextArea {...useField(form, 'text')} rows={2} ownWay label={t('alerts:incident.note')} />
      <div>
        <Button type="submit" busy={add.isPending}>
          {t('alerts:incident.addNote')}
        </Button>
      </div>
    </form>
  )
}
