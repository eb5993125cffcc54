import { useText } from '../../../lib/i18n'
import { BareButton } from '../../../ui/bare-button'
import { useRuleText } from '../signs/use-rule-text'
import { bodyOf, type Draft, emptyDraft } from './draft'
import { templates } from './templates'
import { useMetrics } from './use-metrics'

/** Rules to start from. */
export function Templates({ onChoose }: { readonly onChoose: (draft: Partial<Draft>) => void }) {
  const t = useText()
  const { sentence } = useRuleText()
  const metrics = useMetrics()
  return (
    <section aria-label={t('alerts:templates.label')}>
      <h2 className="text-14 font-head">{t('alerts:templates.label')}</h2>
      <ul className="grid grid-cols-4 gap-2 pt-2 max-xl:grid-cols-3 max-md:grid-cols-2">
        {templates
          .filter(({ draft }) => metrics.includes(draft.metric))
          .map(({ id, draft }) => {
            const { metric, condition, threshold = 0, forS = 0 } = bodyOf({ ...emptyDraft, ...draft })
            const name = t(`alerts:templates.names.${id}`)
            return (
              <li key={id}>
                <BareButton
                  onPress={() => onChoose({ ...draft, name })}
                  className="flex size-full flex-col items-start justify-start rounded-2 border border-rule-2 bg-panel p-3 text-start hover:border-rule-3"
                >
                  <span className="block text-13 font-mid text-ink">{name}</span>
                  <span className="block text-12 text-ink-3">
                    {sentence({ metric, condition, threshold, forS })}
                  </span>
                </BareButton>
              </li>
            )
          })}
      </ul>
    </section>
  )
}
