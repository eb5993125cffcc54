import type { AdChannel } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ErrorState } from '../../../ui/error-state'
import { Section } from '../../../ui/section'
import { useTryChannel } from '../queries'
import { useAdRights } from '../rights'
import { DecisionPart } from '../sessions/decision-part'

/** What a new viewer would get now, with the answers of the ad servers. */
export function TryChannel({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const rights = useAdRights()
  const ask = useTryChannel(channel)
  if (!rights.update) return null
  return (
    <Section title={t('ads:channel.try.title')} about={t('ads:channel.try.about')}>
      <div className="py-3">
        <Button busy={ask.isPending} onPress={() => ask.mutate()}>
          {t('ads:channel.try.run')}
        </Button>
      </div>
      {ask.isError && (
        <ErrorState title={t('ads:channel.try.failed')} error={ask.error} onRetry={() => ask.mutate()} />
      )}
      {ask.data?.decisions.length === 0 && <p className="text-ink-2">{t('ads:channel.try.none')}</p>}
      {ask.data?.decisions.map((decision) => (
        <DecisionPart key={decision.position} decision={decision} />
      ))}
    </Section>
  )
}
