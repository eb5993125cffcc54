import type { AdDecision, AdSessionDetails } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { StatusMark } from '../../../ui/status-mark'
import { useWorkspace } from '../../identity'
import { Requests } from './requests'
import { TrackingRequests } from './tracking-requests'

interface DecisionPartProps {
  /** Decision of a test, or of a session with its tracking requests. */
  readonly decision: AdDecision | AdSessionDetails['decisions'][number]
}

/** Decision about a break: inserted ads, skipped ads with reasons, requests to ad servers, and tracking requests. */
export function DecisionPart({ decision }: DecisionPartProps) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { kind, at, beganAt, filledS, availableS, tookMs, offered, reason, exchanges } = decision
  const listed = offered.map((ad, index) => ({ ...ad, key: `${index} ${ad.adId}` }))
  const requests = 'beacons' in decision ? decision.beacons : []
  return (
    <section className="border-t border-rule py-4">
      <h3 className="text-14 font-head">
        {beganAt === null
          ? t('ads:decision.at', { kind: t(`ads:channels.kinds.${kind}`), time: format.duration(at) })
          : t('ads:decision.began', {
              kind: t(`ads:channels.kinds.${kind}`),
              time: format.exactTime(beganAt),
            })}
      </h3>
      <p className="tabular text-12 text-ink-3">
        {t('ads:decision.filled', {
          filled: format.duration(filledS),
          available: format.duration(availableS),
          ms: format.number(tookMs),
        })}
      </p>
      {reason !== null && (
        <p className="pt-2">
          <StatusMark tone="hollow">{t(`ads:decision.reasons.${reason}`)}</StatusMark>
        </p>
      )}
      <ul>
        {listed.map(({ key, adId, title, adSystem, durationS, skipped, filler, mediaUrl, campaignId }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-rule py-2">
            <span className="min-w-0 flex-1">
              <bdi className="font-mid wrap-anywhere">
                {filler === null ? (title ?? t('ads:decision.unnamed')) : t(`ads:decision.fillers.${filler}`)}
              </bdi>
              <span className="block text-12 text-ink-3">
                {campaignId === null ? (
                  <bdi className="wrap-anywhere">
                    {(filler === null ? [adId, adSystem] : [mediaUrl])
                      .filter((text) => text !== null)
                      .join(' · ')}
                  </bdi>
                ) : (
                  <Link
                    to="/$environmentId/campaigns/$campaignId"
                    params={{ environmentId: environment.id, campaignId }}
                    className="underline"
                  >
                    {t('ads:decision.campaign')}
                  </Link>
                )}
              </span>
            </span>
            <span className="tabular text-ink-2">
              {durationS === null ? none : format.duration(durationS)}
            </span>
            <StatusMark tone={skipped === null ? 'good' : skipped === 'preparing' ? 'draft' : 'warn'}>
              {skipped === null ? t('ads:decision.inserted') : t(`ads:decision.reasons.${skipped}`)}
            </StatusMark>
          </li>
        ))}
      </ul>
      {exchanges.length > 0 && <Requests exchanges={exchanges} />}
      {requests.length > 0 && <TrackingRequests requests={requests} offered={offered} />}
    </section>
  )
}
