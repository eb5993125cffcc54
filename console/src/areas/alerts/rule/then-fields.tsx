import { Bell } from '@phosphor-icons/react/dist/csr/Bell'
import { ChatCircle } from '@phosphor-icons/react/dist/csr/ChatCircle'
import { EnvelopeSimple } from '@phosphor-icons/react/dist/csr/EnvelopeSimple'
import { WebhooksLogo } from '@phosphor-icons/react/dist/csr/WebhooksLogo'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { ListFault } from '../../../ui/list-fault'
import { channelsQuery, usePlace } from '../queries'
import type { DraftProps } from './when-fields'

const icons = { email: EnvelopeSimple, webhook: WebhooksLogo, slack: ChatCircle, teams: ChatCircle } as const

/** Whom a rule notifies. */
export function ThenFields({ draft, onChange }: Omit<DraftProps, 'faults'>) {
  const t = useText()
  const list = useQuery(channelsQuery(usePlace()))
  const channels = list.data?.items ?? []
  const chosen = new Set(draft.channelIds)
  const toggle = (id: string, isOn: boolean) =>
    onChange({
      ...draft,
      channelIds: isOn ? [...draft.channelIds, id] : draft.channelIds.filter((each) => each !== id),
    })
  return (
    <ul className="mt-2 divide-y divide-rule border-y border-rule text-13">
      <Row icon={<Bell size={16} aria-hidden />} end={t('alerts:form.always')}>
        {t('alerts:form.bell')}
      </Row>
      {channels.map(({ id, kind, name, target }) => {
        const Icon = icons[kind]
        return (
          <Row
            key={id}
            icon={<Icon size={16} aria-hidden />}
            end={<span className="ltr cut block max-w-60">{target}</span>}
          >
            <Checkbox checked={chosen.has(id)} onChange={(isOn) => toggle(id, isOn)}>
              <bdi>{name}</bdi>
            </Checkbox>
          </Row>
        )
      })}
      {list.isError && !list.data && (
        <li className="py-2">
          <ListFault title={t('alerts:channels.failed')} safe={t('ui:safe')} list={list} />
        </li>
      )}
      {list.data?.items.length === 0 && <li className="py-3 text-ink-3">{t('alerts:form.noChannels')}</li>}
    </ul>
  )
}

interface RowProps {
  readonly icon: ReactNode
  readonly children: ReactNode
  readonly end: ReactNode
}

function Row({ icon, children, end }: RowProps) {
  return (
    <li className="flex min-h-(--h-row-s) items-center gap-3 py-1">
      <span className="text-ink-3">{icon}</span>
      <span className="min-w-0 flex-1">{children}</span>
      <span className="min-w-0 text-12 text-ink-3">{end}</span>
    </li>
  )
}
