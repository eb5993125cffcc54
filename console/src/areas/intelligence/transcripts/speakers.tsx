import type { Transcript } from '@kinora/contract'
import { useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { FormProblem } from '../../identity'
import { useChangeSentences } from './queries'
import { speakersIn } from './replacements'

interface SpeakersProps {
  readonly contentId: string
  readonly transcript: Transcript
  readonly onClose: () => void
}

/** Names the speakers of a transcript in all their sentences. Two with the same name become one. */
export function Speakers({ contentId, transcript, onClose }: SpeakersProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const change = useChangeSentences(contentId)
  const speakers = speakersIn(transcript.sentences)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const changed = transcript.sentences.flatMap(({ id, speaker }) => {
    const name = speaker === null ? undefined : names.get(speaker)?.trim()
    return name === undefined || name === speaker ? [] : [{ id, speaker: name === '' ? null : name }]
  })
  const send = () => {
    if (changed.length === 0) return onClose()
    change.mutate({ sentences: changed, basedOn: transcript.updatedAt }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t('intelligence:transcript.speakers')}
      dirty={changed.length > 0}
      busy={change.isPending}
      onClose={onClose}
      cancel={t('intelligence:analysis.cancel')}
      submit={{ form: formId, label: t('intelligence:transcript.save') }}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p className="text-pretty text-ink-2">
          {t(
            speakers.size === 0
              ? 'intelligence:transcript.noSpeakers'
              : 'intelligence:transcript.speakersAbout',
          )}
        </p>
        {[...speakers].map(([speaker, sentences], n) => (
          <TextField
            key={speaker}
            name={`speaker-${n}`}
            label={t('intelligence:transcript.speakerOf', {
              name: speaker,
              number: format.number(sentences),
            })}
            value={names.get(speaker) ?? speaker}
            maxLength={200}
            onChange={(name) => setNames(new Map(names).set(speaker, name))}
          />
        ))}
        <FormProblem error={change.error} />
      </form>
    </FormDialog>
  )
}
