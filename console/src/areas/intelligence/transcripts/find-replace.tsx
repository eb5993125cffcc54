import type { Transcript } from '@kinora/contract'
import { useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { useChangeSentences } from './queries'
import { replaceIn } from './replacements'

interface FindReplaceProps {
  readonly contentId: string
  readonly transcript: Transcript
  readonly onClose: () => void
}

const shownChanges = 5

/** Replaces words in all sentences of a transcript. Shows what changes before. */
export function FindReplace({ contentId, transcript, onClose }: FindReplaceProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const change = useChangeSentences(contentId)
  const [find, setFind] = useState('')
  const [put, setPut] = useState('')
  const [isWholeWord, setWholeWord] = useState(true)
  const [tried, setTried] = useState(false)
  const found = replaceIn(transcript.sentences, { find, put, isWholeWord })
  const matches = found.reduce((sum, each) => sum + each.matches, 0)
  const count = { matches: format.number(matches), sentences: format.number(found.length) }
  const send = () => {
    setTried(true)
    if (found.length === 0) return
    const sentences = found.map(({ sentence, text }) => ({ id: sentence.id, text }))
    const onSuccess = () => {
      toast({ text: t('intelligence:transcript.replaced', count), tone: 'good' })
      onClose()
    }
    change.mutate({ sentences, basedOn: transcript.updatedAt }, { onSuccess })
  }
  return (
    <FormDialog
      title={t('intelligence:transcript.findReplace')}
      dirty={find !== '' || put !== ''}
      busy={change.isPending}
      onClose={onClose}
      cancel={t('intelligence:analysis.cancel')}
      submit={{ form: formId, label: t('intelligence:transcript.replaceAll') }}
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
        <TextField
          name="find"
          label={t('intelligence:transcript.findWords')}
          value={find}
          {...(tried && find.trim() === '' && { error: t('messages.required') })}
          onChange={setFind}
          autoFocus
        />
        <TextField
          name="put"
          label={t('intelligence:transcript.replaceWith')}
          value={put}
          onChange={setPut}
        />
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
        <FormProblem error={change.error} />
      </form>
    </FormDialog>
  )
}
