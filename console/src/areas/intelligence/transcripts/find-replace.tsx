import type { Transcript } from '@kinora/contract'
import { cutText } from '@kinora/contract/cut-text'
import { transcriptLimits } from '@kinora/contract/intelligence/transcripts'
import { useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { useChangeSentences } from './queries'
import { replaceIn } from './replacements'
import { TranscriptForm } from './transcript-form'

interface FindReplaceProps {
  readonly contentId: string
  readonly transcript: Transcript
  readonly onClose: () => void
}

const shownChanges = 5
/** Characters of a sentence that is named. */
const shownText = 80

/** Replaces words in all sentences of a transcript. Shows what changes before. */
export function FindReplace({ contentId, transcript, onClose }: FindReplaceProps) {
  const t = useText()
  const format = useFormat()
  const change = useChangeSentences(contentId)
  const [find, setFind] = useState('')
  const [put, setPut] = useState('')
  const [isWholeWord, setWholeWord] = useState(true)
  const [tried, setTried] = useState(false)
  const found = replaceIn(transcript.sentences, { find, put, isWholeWord })
  const tooLong = found.find(({ text }) => text.length > transcriptLimits.text)
  const matches = found.reduce((sum, each) => sum + each.matches, 0)
  const count = { matches: format.number(matches), sentences: format.number(found.length) }
  const send = () => {
    setTried(true)
    if (found.length === 0 || tooLong !== undefined) return
    const sentences = found.map(({ sentence, text }) => ({ id: sentence.id, text }))
    const onSuccess = () => {
      toast({ text: t('intelligence:transcript.replaced', count), tone: 'good' })
      onClose()
    }
    change.mutate({ sentences, basedOn: transcript.updatedAt }, { onSuccess })
  }
  return (
    <TranscriptForm
      title={t('intelligence:transcript.findReplace')}
      action={t('intelligence:transcript.replaceAll')}
      isDirty={find !== '' || put !== ''}
      change={change}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        name="find"
        label={t('intelligence:transcript.findWords')}
        value={find}
        {...(tried && find.trim() === '' && { error: t('messages.required') })}
        onChange={setFind}
        autoFocus
      />
      <TextField name="put" label={t('intelligence:transcript.replaceWith')} value={put} onChange={setPut} />
      <Checkbox checked={isWholeWord} onChange={setWholeWord}>
        {t('intelligence:transcript.wholeWords')}
      </Checkbox>
      <div role="status" className="text-13 text-ink-2">
        {find.trim() !== '' && t('intelligence:transcript.matches', count)}
      </div>
      {found.length > 0 && (
        <ul className="flex flex-col gap-2" lang={transcript.language}>
          {found.slice(0, shownChanges).map(({ sentence, text }) => (
            <li key={sentence.id} dir="auto" className="border-s-2 border-rule-2 ps-3 text-13">
              <del className="block text-pretty text-ink-3">{sentence.text}</del>
              <ins className="block text-pretty no-underline">{text}</ins>
            </li>
          ))}
        </ul>
      )}
      {tried && tooLong !== undefined && (
        <div role="alert" className="text-13 text-pretty text-bad">
          {t('intelligence:transcript.tooLong', {
            time: format.duration(tooLong.sentence.start),
            text: isolate(cutText(tooLong.sentence.text, shownText)),
            most: format.number(transcriptLimits.text),
          })}
        </div>
      )}
    </TranscriptForm>
  )
}
