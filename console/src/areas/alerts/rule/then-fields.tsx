import { Bell } from '@phosphor-icons/react/dist/csr/Bell'
import { ChatCircle } from '@phosphor-icons/react/dist/csr/ChatCircle'
import { DeviceMobile } from '@phosphor-icons/react/dist/csr/DeviceMobile'
import { EnvelopeSimple } from '@phosphor-icons/react/dist/csr/EnvelopeSimple'
import { WebhooksLogo } from '@phosphor-icons/react/dist/csr/WebhooksLogo'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { FieldNote } from '../../../ui/field-note'
import { ListFault } from '../../../ui/list-fault'
import { Select } from '../../../ui/select'
import { channelsQuery, usePlace } from '../queries'
import type { DraftProps } from './when-fields'

const icons = {
  email: EnvelopeSimple,
  webhook: WebhooksLogo,
  slack: ChatCircle,
  teams: ChatCircle,
  sms: DeviceMobile,
} as const

const delays = [300, 600, 900, 1800, 3600]

/** Whom a rule notifies, and whom if nobody acknowledges. */
export function ThenFields({ draft, onChange, faults }: DraftProps) {
  const t = useText()
  const format = useFormat()
  const { escalateS, escalateIds } = draft
  const options = [...new Set([...delays, ...(escalateS === null ? [] : [escalateS])])]
  return (
    <>
      <Channels chosen={draft.channelIds} onChange={(channelIds) => onChange({ ...draft, channelIds })}>
        <Row icon={<Bell size={16} aria-hidden />} end={t('alerts:form.always')}>
          {t('alerts:form.bell')}
        </Row>
      </Channels>
      <div className="max-w-80 pt-4">
        <Select
          label={t('alerts:form.escalate')}
          value={String(escalateS ?? 0)}
          onChange={(id) => onChange({ ...draft, escalateS: Number(id) === 0 ? null : Number(id) })}
          options={[
            { id: '0', label: t('alerts:form.never') },
            ...options
              .toSorted((one, other) => one - other)
              .map((seconds) => ({
                id: String(seconds),
                label: t('alerts:form.after', { time: format.timeSpan(seconds) }),
              })),
          ]}
        />
      </div>
      {escalateS !== null && (
        <>
          <Channels chosen={escalateIds} onChange={(ids) => onChange({ ...draft, escalateIds: ids })} />
          {faults.escalateIds !== undefined && (
            <p className="pt-2">
              <FieldNote error={t('alerts:form.escalateNeeds')} />
            </p>
          )}
        </>
      )}
    </>
  )
}

interface ChannelsProps {
  readonly chosen: readonly string[]
  readonly onChange: (ids: string[]) => void
  /** Rows above the channels. */
  readonly children?: ReactNode
}

function Channels({ chosen, onChange, children }: ChannelsProps) {
  const t = useText()
  const list = useQuery(channelsQuery(usePlace()))
  const channels = list.data?.items ?? []
  return (
    <ul className="mt-2 divide-y divide-rule border-y border-rule text-13">
      {children}
      {channels.map(({ id, kind, name, target }) => {
        const Icon = icons[kind]
        return (
          <Row
            key={id}
            icon={<Icon size={16} aria-hidden />}
            end={<span className="ltr cut block max-w-60">{target}</span>}
          >
            <Checkbox
              checked={chosen.includes(id)}
              onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))}
            >
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
