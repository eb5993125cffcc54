import type { TranscriptSentence } from '@kinora/contract'
import { sentenceBody } from '@kinora/contract/intelligence/transcripts'
import { useId } from 'react'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'
import { FormProblem } from '../../identity'
import { useChangeSentences, useReshapeSentence } from './queries'
import { ShapeSentence } from './shape-sentence'

interface CorrectSentenceProps {
  readonly contentId: string
  readonly sentence: TranscriptSentence
  /** Nothing is said after it. */
  readonly isLast: boolean
  readonly basedOn: string
  readonly onClose: () => void
}

/** Corrects the words and the speaker of a sentence, splits it, or merges it with the next one. */
export function CorrectSentence({ contentId, sentence, isLast, basedOn, onClose }: CorrectSentenceProps) {
  const t = useText()
  const formId = useId()
  const change = useChangeSentences(contentId)
  const { id, text, speaker } = sentence
  const reshape = useReshapeSentence(contentId, id, basedOn)
  const form = useSchemaForm(sentenceBody, { text, speaker: speaker ?? '' })
  const send = form.handleSubmit((given) => {
    const named = given.speaker === '' ? null : given.speaker
    const sentences = [{ id, text: given.text, speaker: named }]
    change.mutate({ sentences, basedOn }, { onSuccess: onClose })
  })
  return (
    <FormDialog
      title={t('intelligence:transcript.correct')}
      dirty={form.formState.isDirty}
      busy={change.isPending || reshape.isPending}
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
      {!form.formState.isDirty && (
        <ShapeSentence sentence={sentence} isLast={isLast} reshape={reshape} onDone={onClose} />
      )}
    </FormDialog>
  )
}
