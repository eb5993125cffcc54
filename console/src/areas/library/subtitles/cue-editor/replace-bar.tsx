import { useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { Checkbox } from '../../../../ui/checkbox'
import { TextField } from '../../../../ui/text-field'
import { toast } from '../../../../ui/toast-store'
import { findIn, replaceIn } from '../cues/edits'
import type { CueActions } from './use-cue-actions'
import type { CueDraft } from './use-cue-draft'

interface ReplaceBarProps {
  readonly work: CueDraft
  readonly actions: CueActions
  readonly mayEdit: boolean
}

/** Finds and replaces text in all cues. */
export function ReplaceBar({ work, actions, mayEdit }: ReplaceBarProps) {
  const t = useText()
  const [find, setFind] = useState('')
  const [by, setBy] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const found = findIn(work.cues, { find, matchCase })
  const count = found.reduce((sum, each) => sum + each.count, 0)
  const next = () => {
    const keys = found.map(({ key }) => key)
    const after = work.cues.slice(work.cues.findIndex(({ key }) => key === actions.head) + 1)
    const key = after.find((cue) => keys.includes(cue.key))?.key ?? keys[0]
    if (key !== undefined) actions.choose(key, false)
  }
  const replace = () => {
    work.edit(replaceIn(work.cues, { find, matchCase }, by))
    toast({
      text: t('library:cues.replaced', { count }),
      tone: 'good',
      action: { label: t('library:actions.undo'), run: work.undo },
    })
  }
  return (
    <search className="flex flex-wrap items-end gap-2 rounded-2 bg-sunk p-3">
      <div className="min-w-32 flex-1">
        <TextField autoFocus label={t('library:cues.find')} value={find} onChange={setFind} />
      </div>
      {mayEdit && (
        <div className="min-w-32 flex-1">
          <TextField label={t('library:cues.replaceBy')} value={by} onChange={setBy} />
        </div>
      )}
      <div className="flex w-full flex-wrap items-center gap-3">
        <Checkbox checked={matchCase} onChange={setMatchCase}>
          {t('library:cues.matchCase')}
        </Checkbox>
        <span aria-live="polite" className="me-auto text-ink-2">
          {find !== '' && t('library:cues.foundCount', { count })}
        </span>
        <Button size="small" disabled={count === 0} onPress={next}>
          {t('library:cues.next')}
        </Button>
        {mayEdit && (
          <Button size="small" disabled={count === 0} onPress={replace}>
            {t('library:cues.replaceAll')}
          </Button>
        )}
      </div>
    </search>
  )
}
