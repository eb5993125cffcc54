import { Record } from '@phosphor-icons/react/dist/csr/Record'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { useRights, useWorkspace } from '../../identity'
import { TestBars } from '../streams/test-bars'

const steps = ['record', 'live', 'keep'] as const

/** Replaces the list of an environment without recordings. */
export function NoRecordings() {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const rights = useRights('Livestreams', 'Livestream')
  return (
    <div className="mx-auto grid min-h-[calc(100dvh-140px)] max-w-[840px] content-center items-center gap-14 py-8 md:grid-cols-2 max-md:gap-8">
      <div className="relative aspect-[16/9] overflow-hidden rounded-3 bg-stage">
        <TestBars />
        <div data-theme="dark" className="absolute inset-0 grid place-content-center text-ink" aria-hidden>
          <Record size={40} />
        </div>
      </div>
      <div>
        <h2 className="text-22 font-head text-balance">{t('live:recordings.firstUse.title')}</h2>
        <p className="mt-2 text-14 text-pretty text-ink-2">{t('live:recordings.firstUse.about')}</p>
        <ol className="mt-5 flex flex-col gap-3">
          {steps.map((step, at) => (
            <li key={step} className="flex gap-3">
              <span className="tabular grid size-6 shrink-0 place-items-center rounded-full border border-rule-2 text-12 text-ink-2">
                {format.number(at + 1)}
              </span>
              <span className="text-pretty">{t(`live:recordings.firstUse.steps.${step}`)}</span>
            </li>
          ))}
        </ol>
        {rights.read && (
          <div className="mt-6">
            <LinkButton
              variant="primary"
              to="/$environmentId/live-stream"
              params={{ environmentId: environment.id }}
            >
              {t('live:stream.gone.back')}
            </LinkButton>
          </div>
        )}
      </div>
    </div>
  )
}
