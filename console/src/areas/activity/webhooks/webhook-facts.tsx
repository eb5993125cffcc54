import type { Webhook } from '@kinora/contract'
import { eventTypes as allTypes } from '@kinora/contract/vocabularies'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { useWorkspace } from '../../identity'
import { DeliveredShare, DeliveryVolume } from './delivery-volume'

export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { eventTypes, secretHint, rotatingUntil, failingSince, disabledBecause } = webhook
  return (
    <>
      {disabledBecause !== null && disabledBecause !== 'person' && (
        <div className="pt-3">
          <Banner tone="warn">{t(`activity:webhooks.because.${disabledBecause}`)}</Banner>
        </div>
      )}
      <div className="my-4 flex flex-wrap items-center gap-x-9 gap-y-3 border-y border-rule py-3">
        <dl className="flex flex-wrap gap-x-9 gap-y-3 text-13">
          <Fact name={t('activity:webhooks.environment')}>{environment.name}</Fact>
          <Fact name={t('activity:webhooks.events')}>
            {eventTypes.length === 0 ? (
              t('activity:webhooks.allEvents')
            ) : (
              <span title={format.list(eventTypes.map((type) => t(`eventTypes.${type}`)))}>
                {t('activity:webhooks.chosenOf', {
                  chosen: format.number(eventTypes.length),
                  all: format.number(allTypes.length),
                })}
              </span>
            )}
          </Fact>
          <Fact name={t('activity:webhooks.share')}>
            <DeliveredShare webhook={webhook} />
          </Fact>
          <Fact name={t('activity:webhooks.secret')}>
            <code className="ltr font-code text-12">{`whsec_••••${secretHint}`}</code>
          </Fact>
          {rotatingUntil !== null && (
            <Fact name={t('activity:webhooks.rotating')}>{format.moment(rotatingUntil)}</Fact>
          )}
          {failingSince !== null && (
            <Fact name={t('activity:webhooks.failingSince')}>{format.moment(failingSince)}</Fact>
          )}
          <Fact name={t('activity:webhooks.created')}>{format.date(webhook.createdAt)}</Fact>
        </dl>
        <div className="min-w-60 flex-1 sm:max-w-80 sm:ms-auto">
          <DeliveryVolume webhook={webhook} />
        </div>
      </div>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="max-w-96">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="pt-0.5 wrap-anywhere">{children}</dd>
    </div>
  )
}
