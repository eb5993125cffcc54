import type { Livestream } from '@kinora/contract'
import { lazy, Suspense, useState } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { CopyText } from '../../../ui/copy-text'
import { useRights } from '../../identity'
import { ChosenProfileName, Facts, sectionHeadLook, sectionTitleLook } from '../../library'
import { spanText } from './windows'

const EditDetails = lazy(async () => ({ default: (await import('./edit-details')).EditDetails }))

/** The settings of a stream. */
export function Details({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const rights = useRights('Livestreams', 'Livestream')
  const [editing, setEditing] = useState(false)
  return (
    <section>
      <header className={sectionHeadLook}>
        <h2 className={sectionTitleLook}>{t('live:stream.details.title')}</h2>
        {rights.update && !editing && (
          <Button variant="link" size="small" onPress={() => setEditing(true)} className="-me-2.5">
            {t('live:stream.details.edit')}
          </Button>
        )}
      </header>
      {editing ? (
        <Suspense fallback={<KnownDetails stream={stream} />}>
          <EditDetails stream={stream} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <KnownDetails stream={stream} />
      )}
    </section>
  )
}

function KnownDetails({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const format = useFormat()
  const nothing = <span className="text-ink-3">{none}</span>
  const { id, group, record, latencyMode, reconnectWindowS, dvrWindowS, takeover, tags } = stream
  const { scheduledAt, adMarkers } = stream
  const added = { when: format.exactTime(stream.createdAt), name: stream.addedBy }
  return (
    <Facts
      facts={[
        { name: t('live:streams.group'), value: group === null ? nothing : <bdi>{group}</bdi> },
        ...(scheduledAt === null
          ? []
          : [{ name: t('live:streams.scheduled.label'), value: format.exactTime(scheduledAt) }]),
        { name: t('live:streams.columns.record'), value: t(`live:streams.record.${record ? 'on' : 'off'}`) },
        { name: t('live:streams.latency.label'), value: t(`live:streams.latency.${latencyMode}`) },
        {
          name: t('live:stream.details.reconnect'),
          value: spanText(t, format, reconnectWindowS, 'reconnect'),
        },
        { name: t('live:stream.details.dvr'), value: spanText(t, format, dvrWindowS, 'dvr') },
        {
          name: t('live:stream.details.second'),
          value: t(`live:stream.details.${takeover ? 'takesOver' : 'isRefused'}`),
        },
        {
          name: t('live:stream.details.markers.label'),
          value: t(`live:stream.details.markers.${adMarkers}`),
        },
        {
          name: t('library:profiles.short'),
          value: (
            <Suspense fallback={nothing}>
              <ChosenProfileName environmentId={stream.environmentId} profileId={stream.encodingProfileId} />
            </Suspense>
          ),
        },
        {
          name: t('library:fields.tags'),
          value:
            tags.length === 0 ? (
              nothing
            ) : (
              <span className="flex flex-wrap gap-1">
                {tags.map((tag) => (
                  <Chip key={tag}>{tag}</Chip>
                ))}
              </span>
            ),
        },
        { name: t('library:columns.added'), value: t('library:details.addedBy', added) },
        {
          name: t('live:stream.details.id'),
          value: <CopyText text={id} label={t('live:stream.details.id')} />,
        },
      ]}
    />
  )
}
