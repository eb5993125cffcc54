import type { Transcript } from '@kinora/contract'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { TextField } from '../../../ui/text-field'
import { useChangeSentences } from './queries'
import { speakersIn } from './replacements'
import { TranscriptForm } from './transcript-form'

interface SpeakersProps {
  readonly contentId: string
  readonly transcript: Transcript
  readonly onClose: () => void
}

/** Names the speakers of a transcript in all their sentences. Two with the same name become one. */
export function Speakers({ contentId, transcript, onClose }: SpeakersProps) {
  const t = useText()
  const format = useFormat()
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
    <TranscriptForm
      title={t('intelligence:transcript.speakers')}
      action={t('intelligence:transcript.save')}
      isDirty={changed.length > 0}
      change={change}
      onSend={send}
      onClose={onClose}
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
    </TranscriptForm>
  )
}
