import { Sparkle } from '@phosphor-icons/react/dist/csr/Sparkle'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useSuggestClips } from './queries'

interface SuggestFormProps {
  readonly contentId: string
  /** There are suggestions, which will be replaced. */
  readonly isAgain: boolean
  readonly onSuggested: () => void
}

const lengths = ['15', '20', '30', '45', '60'] as const
const counts = ['3', '6', '10', '20'] as const

/** Length and number of the clips wanted, and the button that finds them. */
export function SuggestForm({ contentId, isAgain, onSuggested }: SuggestFormProps) {
  const t = useText()
  const format = useFormat()
  const [length, setLength] = useState<(typeof lengths)[number]>('30')
  const [count, setCount] = useState<(typeof counts)[number]>('6')
  const suggest = useSuggestClips(contentId)
  const onError = useProblemToast(t('intelligence:aiClips.suggestFailed'))
  const send = () =>
    suggest.mutate(
      { length: Number(length), count: Number(count) },
      {
        onError,
        onSuccess({ items }) {
          if (items.length === 0) toast({ text: t('intelligence:aiClips.nothingFits') })
          onSuggested()
        },
      },
    )
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={t('intelligence:aiClips.length')}
          value={length}
          onChange={setLength}
          options={lengths.map((id) => ({
            id,
            label: t('intelligence:aiClips.seconds', { count: format.number(Number(id)) }),
          }))}
        />
        <Select
          label={t('intelligence:aiClips.count')}
          value={count}
          onChange={setCount}
          options={counts.map((id) => ({ id, label: format.number(Number(id)) }))}
        />
      </div>
      <Button
        variant={isAgain ? 'second' : 'primary'}
        icon={<Sparkle size={16} />}
        busy={suggest.isPending}
        onPress={send}
      >
        {t(isAgain ? 'intelligence:aiClips.suggestAgain' : 'intelligence:aiClips.suggest')}
      </Button>
      {isAgain && <p className="text-12 text-ink-3">{t('intelligence:aiClips.keeps')}</p>}
    </div>
  )
}
