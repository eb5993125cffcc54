import type { AdDecision, AdSessionDetails } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

type TrackingRequest = AdSessionDetails['decisions'][number]['beacons'][number]

const tones = { waiting: 'draft', sent: 'good', failed: 'bad', unknown: 'warn' } as const satisfies Record<
  TrackingRequest['state'],
  StatusTone
>

interface TrackingRequestsProps extends Pick<AdDecision, 'offered'> {
  readonly requests: readonly TrackingRequest[]
}

/** Table of tracking requests with their states. */
export function TrackingRequests({ requests, offered }: TrackingRequestsProps) {
  const t = useText()
  return (
    <div className="overflow-x-auto pt-3">
      <table className="w-full text-12">
        <caption className="text-start font-mid text-ink-3">{t('ads:decision.reports')}</caption>
        <thead>
          <tr className="text-ink-3 *:py-1.5 *:pe-3 *:text-start *:font-mid">
            <th scope="col">{t('ads:decision.event')}</th>
            <th scope="col">{t('ads:decision.ad')}</th>
            <th scope="col">{t('ads:decision.state')}</th>
            <th scope="col" className="max-sm:hidden">
              {t('ads:decision.address')}
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ ad, event, url, state, status }) => (
            <tr
              key={`${ad} ${event} ${url}`}
              className="*:border-t *:border-rule *:py-1.5 *:pe-3 *:align-top"
            >
              <td className="whitespace-nowrap">{t(`ads:decision.events.${event}`)}</td>
              <td>
                <bdi>{offered[ad]?.title ?? t('ads:decision.unnamed')}</bdi>
              </td>
              <td className="whitespace-nowrap">
                <StatusMark tone={tones[state]}>
                  {[t(`ads:decision.states.${state}`), status].filter((part) => part !== null).join(' · ')}
                </StatusMark>
              </td>
              <td className="max-sm:hidden">
                <code className="ltr font-code wrap-anywhere">{url}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
