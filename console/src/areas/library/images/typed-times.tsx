import type { Content } from '@kinora/contract'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import type { Playhead } from './use-playhead'

const GifForm = lazy(async () => ({ default: (await import('./gif-form')).GifForm }))
const TimeForm = lazy(async () => ({ default: (await import('./time-form')).TimeForm }))

interface TypedTimesProps {
  readonly content: Content
  readonly playhead: Playhead
}

/** Exact times and sizes, for users who know them. */
export function TypedTimes(props: TypedTimesProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group/times">
      <summary className="flex min-h-8 cursor-default list-none items-center gap-1.5 rounded-2 font-mid text-act-text hover:underline [&::-webkit-details-marker]:hidden">
        <CaretRight
          size={14}
          aria-hidden
          className="transition-transform group-open/times:rotate-90 rtl:rotate-180 rtl:group-open/times:rotate-90"
        />
        {t('library:thumbnails.enterTimes')}
      </summary>
      {isOpen && (
        <Suspense>
          <div className="flex flex-col gap-6 pt-4">
            <TimeForm {...props} />
            <GifForm {...props} />
          </div>
        </Suspense>
      )}
    </details>
  )
}
