import { CaretLeft } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { Button } from 'react-aria-components/Button'
import { useText } from '../lib/i18n'

/** Button of a calendar that shows the month before or after. */
export function MonthStep({ slot }: { readonly slot: 'previous' | 'next' }) {
  const t = useText()
  const Caret = slot === 'previous' ? CaretLeft : CaretRight
  return (
    <Button
      slot={slot}
      aria-label={t(slot === 'previous' ? 'ui:previousMonth' : 'ui:nextMonth')}
      className="grid size-8 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:size-11"
    >
      <Caret size={14} className="rtl:-scale-x-100" aria-hidden />
    </Button>
  )
}
