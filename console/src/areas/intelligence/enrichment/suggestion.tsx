import { Check } from '@phosphor-icons/react/dist/csr/Check'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useAcceptSuggestion } from './queries'

interface SuggestionProps {
  readonly contentId: string
  readonly label: string
  /** The present value. */
  readonly now: ReactNode
  readonly suggested: ReactNode
  /** The change that accepting it makes. */
  readonly change: Parameters<ReturnType<typeof useAcceptSuggestion>['mutate']>[0]
  /** The video has it already. */
  readonly isUsed: boolean
}

/** A field of a video beside what is suggested for it, which a person can accept. */
export function Suggestion({ contentId, label, now, suggested, change, isUsed }: SuggestionProps) {
  const t = useText()
  const accept = useAcceptSuggestion(contentId)
  const onError = useProblemToast(t('intelligence:enrichment.notSaved'))
  const isAccepted = isUsed || accept.isSuccess
  return (
    <section aria-label={label} className="flex flex-col gap-2 border-b border-rule py-4">
      <header className="flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-13 font-head">{label}</h3>
        {isAccepted ? (
          <span className="flex items-center gap-1 text-13 text-good">
            <Check size={14} aria-hidden />
            {t('intelligence:enrichment.used')}
          </span>
        ) : (
          <Button
            size="small"
            busy={accept.isPending}
            aria-label={t('intelligence:enrichment.useField', { field: label })}
            onPress={() => accept.mutate(change, { onError })}
          >
            {t('intelligence:enrichment.use')}
          </Button>
        )}
      </header>
      <div dir="auto" className="text-13 text-pretty text-ink-3">
        {now}
      </div>
      <div dir="auto" className="text-pretty">
        {suggested}
      </div>
    </section>
  )
}
