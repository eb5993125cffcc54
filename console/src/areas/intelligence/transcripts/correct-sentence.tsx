import type { TranscriptSentence } from '@kinora/contract'
import { sentenceBody } from '@kinora/contract/intelligence/transcripts'
import { useId } from 'react'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'
import { FormProblem } from '../../identity'
import { useChangeSentence } from './queries'

interface CorrectSentenceProps {
  readonly contentId: string
  readonly sentence: TranscriptSentence
  readonly basedOn: string
  readonly onClose: () => void
}

/** Corrects the words and the speaker of a sentence. */
export function CorrectSentence({ contentId, sentence, basedOn, onClose }: CorrectSentenceProps) {
  const t = useText()
  const formId = useId()
  const change = useChangeSentence(contentId)
  const { id, text, speaker } = sentence
  const form = useSchemaForm(sentenceBody, { text, speaker: speaker ?? '' })
  const send = form.handleSubmit((given) => {
    const named = given.speaker === '' ? null : given.speaker
    change.mutate({ id, text: given.text, speaker: named, basedOn }, { onSuccess: onClose })
  })
  return (
    <FormDialog
      title={t('intelligence:transcript.correct')}
      dirty={form.formState.isDirty}
      busy={change.isPending}
      onClose={onClose}
      cancel={t('intelligence:analysis.cancel')}
      submit={{ form: formId, label: t('intelligence:transcript.save') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextArea {...useField(form, 'text')} label={t('intelligence:transcript.text')} autoFocus ownWay />
        <TextField
          {...useField(form, 'speaker')}
          label={t('intelligence:transcript.speaker')}
          maxLength={200}
          optional
        />
        <FormProblem error={change.error} />
      </form>
    </FormDialog>
  )
}
