import type { AdChannel } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { CopyText } from '../../../ui/copy-text'
import type { Facts } from '../../library'

type Fact = Parameters<typeof Facts>[0]['facts'][number]

const addresses = ['openingBumperUrl', 'closingBumperUrl', 'slateUrl'] as const
const MICROS = 1_000_000

/** Rules, fillers and price of a channel, without unset ones. */
export function useSettingFacts(channel: AdChannel): readonly Fact[] {
  const t = useText()
  const format = useFormat()
  const { frequencyCap, competitiveSeparation, vmapUrl, houseAdUrls, cpm, currency, campaigns } = channel
  const { availSuppression, availSuppressionS, personalizationThresholdS: threshold } = channel
  const isLive = channel.type === 'live'
  const facts: (Fact | false)[] = [
    frequencyCap !== null && {
      name: t('ads:channel.facts.cap'),
      value: t('ads:channel.facts.capped', {
        count: frequencyCap.views,
        time: format.hours(frequencyCap.hours),
      }),
    },
    competitiveSeparation && {
      name: t('ads:channel.facts.separation'),
      value: t('ads:channel.facts.apart'),
    },
    vmapUrl !== null && {
      name: t('ads:channels.rules.vmap'),
      value: <CopyText text={vmapUrl} label={t('ads:channels.rules.vmap')} />,
    },
    campaigns !== 'rest' && {
      name: t('ads:channels.rules.campaigns'),
      value: t(`ads:channels.rules.campaignUses.${campaigns}`),
    },
    cpm !== null && {
      name: t('ads:channels.fields.cpm'),
      value: <bdi>{format.money(cpm / MICROS, currency)}</bdi>,
    },
    houseAdUrls.length > 0 && {
      name: t('ads:channels.fillers.houseAdUrls'),
      value: (
        <span className="flex flex-col">
          {[...new Set(houseAdUrls)].map((url) => (
            <CopyText key={url} text={url} />
          ))}
        </span>
      ),
    },
    ...addresses.map((field) => {
      const url = channel[field]
      const name = t(`ads:channels.fillers.${field}`)
      return url !== null && { name, value: <CopyText text={url} label={name} /> }
    }),
    isLive &&
      (availSuppression !== 'none' || availSuppressionS > 0) && {
        name: t('ads:channels.rules.suppression'),
        value: (
          <>
            {t(`ads:channels.rules.suppressions.${availSuppression}`)}
            {availSuppression !== 'none' && availSuppressionS > 0 && (
              <span className="block text-ink-3">
                {t(`ads:channels.rules.suppressedFor.${availSuppression}`)}{' '}
                {format.duration(availSuppressionS)}
              </span>
            )}
          </>
        ),
      },
    isLive &&
      threshold !== null && {
        name: t('ads:channels.rules.threshold'),
        value: format.duration(threshold),
      },
  ]
  return facts.filter((fact) => fact !== false)
}
