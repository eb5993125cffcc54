import type { TranscriptSentence } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { FormProblem } from '../../identity'
import type { useReshapeSentence } from './queries'

interface ShapeSentenceProps {
  readonly sentence: TranscriptSentence
  readonly isLast: boolean
  readonly reshape: ReturnType<typeof useReshapeSentence>
  readonly onDone: () => void
}

/** Splits a sentence at one of its words, or merges it with the next one. */
export function ShapeSentence({ sentence, isLast, reshape, onDone }: ShapeSentenceProps) {
  const t = useText()
  const { words } = sentence
  return (
    <div className="flex flex-col items-start gap-3 pt-4">
      {words.length > 1 && (
        <fieldset className="flex min-w-0 flex-col">
          <legend className="pb-2 text-13 text-ink-2">{t('intelligence:transcript.split')}</legend>
          <p dir="auto" className="flex flex-wrap gap-1">
            {words.map(({ text, start, end }, n) => (
              <button
                key={`${start} ${end} ${text}`}
                type="button"
                disabled={n === 0 || reshape.isPending}
                onClick={() => reshape.mutate({ splitAt: n }, { onSuccess: onDone })}
                className="rounded-1 px-1 not-disabled:bg-sunk not-disabled:hover:bg-hover pointer-coarse:min-h-11"
              >
                {text}
              </button>
            ))}
          </p>
        </fieldset>
      )}
      {!isLast && (
        <Button
          size="small"
          busy={reshape.isPending}
          onPress={() => reshape.mutate({ splitAt: null }, { onSuccess: onDone })}
        >
          {t('intelligence:transcript.merge')}
        </Button>
      )}
      <FormProblem error={reshape.error} />
    </div>
  )
}
