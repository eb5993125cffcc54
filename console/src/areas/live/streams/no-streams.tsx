import { Broadcast } from '@phosphor-icons/react/dist/csr/Broadcast'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { TestBars } from './test-bars'

interface NoStreamsProps {
  readonly mayCreate: boolean
  readonly onCreate: () => void
}

const steps = ['create', 'connect', 'watch'] as const

/** Replaces the list of an environment without live streams. */
export function NoStreams({ mayCreate, onCreate }: NoStreamsProps) {
  const t = useText()
  const format = useFormat()
  return (
    <div className="mx-auto grid min-h-[calc(100dvh-140px)] max-w-[840px] content-center items-center gap-14 py-8 md:grid-cols-2 max-md:gap-8">
      <div className="relative aspect-[16/9] overflow-hidden rounded-3 bg-stage">
        <TestBars />
        <div data-theme="dark" className="absolute inset-0 grid place-content-center text-ink" aria-hidden>
          <Broadcast size={40} />
        </div>
      </div>
      <div>
        <h2 className="text-22 font-head text-balance">{t('live:streams.firstUse.title')}</h2>
        <p className="mt-2 text-14 text-pretty text-ink-2">{t('live:streams.firstUse.about')}</p>
        <ol className="mt-5 flex flex-col gap-3">
          {steps.map((step, at) => (
            <li key={step} className="flex gap-3">
              <span className="tabular grid size-6 shrink-0 place-items-center rounded-full border border-rule-2 text-12 text-ink-2">
                {format.number(at + 1)}
              </span>
              <span className="text-pretty">{t(`live:streams.firstUse.steps.${step}`)}</span>
            </li>
          ))}
        </ol>
        <div className="mt-6">
          {mayCreate ? (
            <Button variant="primary" size="large" icon={<Plus size={16} />} onPress={onCreate}>
              {t('live:streams.new')}
            </Button>
          ) : (
            <p className="text-ink-3">{t('live:streams.firstUse.role')}</p>
          )}
        </div>
      </div>
    </div>
  )
}
